lead = 在这里训练一个小模型，看它怎样学会该看哪里：每个头有一个距离权重 <i>w</i>，从 0 开始。<b>请按“播放”。</b>
lead-watch = 请看预测正确的比例如何上升。
    .near = 这个任务需要近处的词：请看某条 w 线降到 0 以下，随后预测正确的比例上升。
    .far = 这个任务需要远处的词：请看某条 w 线升到 0 以上，随后预测正确的比例上升。
    .both = 这个任务既需要近处也需要远处的词：请看一条 w 线降到 0 以下，另一条升到 0 以上，随后预测正确的比例上升。
    .any = 请看预测正确的比例如何上升，以及哪些头的 w 离开 0：小于 0 偏好近处的词元，大于 0 偏好远处的。
lead-learned = { $steps ->
       *[other] 用 { $steps } 步学会：{ $right } 正确。
    }
lead-paused = { $steps ->
       *[other] 在第 { $steps } 步暂停：{ $right } 正确（猜测：{ $guessing }）。按“播放”继续。
    }
    .unasked = { $steps ->
       *[other] 在第 { $steps } 步暂停。按“播放”继续。
    }
lead-near = { $count ->
       *[other] 正如任务所需，头 { $heads } 偏好近处的词元。
    }
    .none = 还没有头偏好近处的词元，而任务需要这样的头。
lead-far = { $count ->
       *[other] 正如任务所需，头 { $heads } 偏好远处的词元。
    }
    .none = 还没有头偏好远处的词元，而任务需要这样的头。
lead-heads = 偏好近处词元的头：{ $heads } 个中的 { $near } 个；远处词元：{ $far } 个。
kept = 训练结果已保存，重新加载即可恢复。

## 运行

run = 运行 { $letter }
run-says = 运行 { $letter }：
training = 训练
held-out = 留出
    .means = 从不用于训练的文本：在这里也表现好，才说明学到的东西对没见过的文本有效。

## 任务

task = 任务
    .learned = 学习内容
    .whose = 显示哪次运行的选项
task-near = 近：“not”后面的词
    .about = 每个句子有一个好词和一个坏词，只有紧跟在“not”后面的那个词起作用，而且意思相反：“not dull”为正面，“not
        great”为负面；隔几个词的另一个“not”不起作用。
task-far = 远：由第一个词决定
    .about = 每个句子以评价开头，以“overall”结尾：第一个词起作用，中间的评价词有一半会误导。
task-both = 两类混合
    .about = 混合了两类句子：以“overall”结尾的句子看远处的第一个词；其余句子看紧跟在“not”后面的评价词，意思相反。
task-neither = 都不是：数词
    .about = 好词多于坏词时句子为正面，无论它们在哪里。
task-snli = 句对（SNLI 样本）
    .about = 第二句是由第一句得出（entailment）、与之矛盾，还是都不是？图片说明，由人判断；SNLI 的一个小样本。
task-own = 自己的文件
    .about = 每行为标签、制表符、文本（句对再加制表符和第二个文本），或 CoNLL-U
        格式的树库，学习其中每个词的标签。文件只留在此浏览器中。
examples = 样本
    .look = 查看此样本
answer-positive = 正类
answer-negative = 负类
facts = 训练样本 { $train ->
       *[other] { $train }
    } 个，留出 { $held-out } 个，不同的词 { $words ->
       *[other] { $words }
    } 个，类别 { $classes ->
       *[other] { $classes }
    } 个；词向量之外，要学习 { $numbers ->
       *[other] { $numbers }
    } 个参数。
held-out-rows = 留出了哪些行
    .list = 从 1 数起，表头不计：{ $rows }。

## 自己的文件

own-drop = 将文件拖到此处，或<slot>选择文件</slot>
own-name = 带标签的文件
own-paste = 或粘贴若干行：标签、制表符、文本
own-paste-example = good{"\u0009"}what a lovely film
own-use = 使用这些行
own-pasted = 粘贴的内容
own-in-use = 使用中：{ $file }（{ $bytes ->
       *[other] { $bytes } 字节
    }）。
own-too-large = { $file } 超过 { $bytes } 字节：请减少行数。
own-unread = 无法读取 { $file }：{ $why }
own-not-kept = 浏览器不保存此文件：离开页面后就没有了。
treebank = 要学习的标签
treebank-parts = 词性（UPOS）
treebank-relations = 与中心词的关系（DEPREL）
own-none = 还没有文件：请选择、拖入或粘贴。

## 模型与训练

model = 模型与训练
    .about = 改动后，运行从其种子重新开始。此前的训练结果可以找回。
    .more = 更多选项
    .usual = 恢复此任务的默认值
    .own-rate = 方法自身参数的学习率
    .w-rate = w 的学习率
model-start = w 和 v 的初值
model-vectors = 词向量

## 播放、单步、回到起点

transport = 训练
play = ▶ 播放
pause = ❚❚ 暂停
step = 单步
rewind = 回到起点
playing = 正在运行
speed = 速度
compare = 对比两次运行
counter = 第 { $step } 步，第 { $epoch } 轮
    .timed = 第 { $step } 步，第 { $epoch } 轮，每步 { $ms } ms
counter-learned = 第 { $step } 步，第 { $epoch } 轮：已学会，已暂停
checkpoint = 检查点
    .save = 存为 .safetensors
    .to-lab = 在实验室中打开
    .to-compare = 与页面的模型比较
    .start = 从检查点开始…
    .start-name = 作为起点的检查点

## 运行中的事

starting = 正在准备：首次使用需下载训练程序…
restored = 已恢复到第 { $step } 步。
not-restored = 保存的运行无法恢复（{ $why }），已从头开始。
from-checkpoint = 从该检查点开始；“回到起点”会回到这里。
not-kept = 此浏览器不保存数据：离开页面后，这次运行就没有了。
    .tabs = 浏览器只保存 { $tabs } 个标签页的运行，而其他标签页已经打开了这么多：离开页面后，这次运行就没有了。
begin-again = 重新开始
again-with = 已重新开始，改动：{ $differences }。
again-rewound = 已回到起点，重新开始。
again-checkpoint = 已以该检查点为起点重新开始。
again-gone-back = 这是之前离开的那次训练。
again-returned = 这是之前离开的训练，其设置为{ $differences }。
runs-kept = 已保留 { $runs } 次离开的训练，直到关闭或重新加载页面：撤销和重做可返回。
go-back = 回到第 { $step } 步
diverged = 运行停在前一步。数值增长过快：请将学习率减半后重新开始，或换一种方法。
    .halve = 学习率减半，重新开始
go-on = 从最近保存的状态继续
worker-ended = 训练程序{ $why }
link-odd = 链接中的设置未能全部采用；无法识别的保留默认值：{ $parts }。
link-no-pair = “{ $found }”不是“名称=值”的形式
link-twice = { $name } 出现了多次：未采用“{ $found }”
link-no-choice = 没有名为{ $found }的选项
link-no-run = { $name }：{ $found }不是运行的编号
link-no-head = head：{ $found }不是 1 至 { $heads } 的头
link-no-speed = speed：{ $found }不是 full、medium、slow 之一
link-settled = { $name }：{ $asked } 与其他设置不合，改为 { $now }

## 两次运行的差别

differs-not = 目前 B 与 A 相同：请在下方改动 B 的某一项，或者
    .vanilla = 改用标准注意力
    .seed = 换一个种子
differs = B 与 A 的差别：{ $differences }。

## 曲线

finding = 目前的发现
    .waits = 尚未开始。
    .more = 依据
finding-look = 看头 { $head } 关注哪里
plot-w = 各头的 w
    .about = 小于 0 偏好近处的词元，大于 0 偏好远处的
    .about-other = 其含义取决于映射：见下方各头
    .far = 远
    .near = 近
    .waits = 请按“播放”：各头的 w 在这里画出自己的线
plot-v = 各头的 v
    .about = 系数的上界是 <slot>1 + e^v</slot>
plot-accuracy = 准确率
    .about = 预测正确的比例；<slot>{ held-out }</slot>
    .waits = 请按“播放”：预测正确的比例画在这里，点线为训练，实线为留出文本
plot-axis = 步 →
plot-loss = 损失
    .about = 平均交叉熵，单位 <slot>{ nats }</slot>
nats = 奈特
    .means = 奈特（nat）：以自然对数计算的交叉熵。0 表示预测正确且毫无疑问；0.693（ln 2）相当于二选一瞎猜。
plot-name = { $title }，随步数的变化。
plot-nothing = 尚无数据。
plot-training = 训练 { $training }。
plot-both = 训练 { $training }，留出 { $held-out }。
plot-heads = 从头 1 起：{ $values }。
legend-heads = 粗线：当前显示的头；淡线：单独看目前没有确定的贡献
legend-run = 运行 { $letter }

## 头

heads = 注意力头
    .of-run = 运行 { $letter } 的注意力头
    .about = 贡献：将该头的 w 设为 0 后，{ $texts ->
       *[other] { $texts }
    } 个留出文本上的损失增加多少奈特，附 95% 置信区间。
    .about-some = 贡献：将该头的 w 设为 0 后，部分留出文本上的损失增加多少奈特，附 95% 置信区间。
    .about-without = 在下方文本中，各头平均看向多少个词元之外。此方法没有 w。
    .pull = 拉力：上一步的梯度把 w 和 v 推向哪里。
    .pull-w = 拉力：上一步的梯度把 w 推向哪里。
head =
    .without = 无 w：{ $method }
    .near = 偏近
    .far = 偏远
    .flat = 平坦
    .falls = 系数下降
    .grows = 系数上升
    .reach = 平均看 { $tokens } 个词元远，均匀时 { $even }
worth = 贡献 { $worth }
    .with-v = v { $v }，贡献 { $worth }
worth-unknown = 贡献尚未测量
    .with-v = v { $v }，贡献尚未测量

## 一个头关注什么

attention = 头 { $head } 关注什么
    .about = 每行是一个发出关注的词元，每列是一个被关注的词元。训练文本中没有的词放在括号里。
    .untrained = 尚未学习：这些是初始权重。请按“播放”，该头学会关注之处的单元格会变亮。
    .causal = 此页开启了因果掩码，所以这里词元看不到后面的词元；训练时没有掩码。
    .sentence = 句子
    .first = 第一段文本
    .second = 第二段文本
attention-of = 查看哪段的注意力
    .first = 第一段文本
    .second = 第二段文本
attention-name = 运行 { $letter } · 头 { $head } 的注意力。
strongest = 两个词之间最强的：“{ $row }”关注“{ $column }”，{ $percent }%。
point = 请指向或点按一个单元格，或使用方向键。
look-left-out = { $count ->
   *[other] 文本对模型来说过长：末尾 { $count } 个词元未被读取。
}
answers = 模型的预测
    .name = 模型的预测
answers-right = { $answer }，正确
answers-wrong = { $answer }；树库中为 { $gold }
answers-left = { $count ->
   *[other] 其余 { $count } 个类别的概率更低。
}

## 菜单

speed-full = 全速
speed-medium = 20 步/秒
speed-slow = 2 步/秒
start-zero = 0：无偏好
start-normal = 随机
vectors-spelling = 由拼写生成
vectors-shared = GloVe，2{"\u202f"}048 个常用词

## 方法，以及它能学到的位置信息

method-clip = k，有自己向量的最大偏移
learned = 它学到的位置参数
    .about = 方法自己的每个数，以及上一步的梯度：数朝与梯度相反的方向移动。条形是该梯度与表中最大者之比。
    .nothing = 没有：这种方法没有自己的位置参数。
    .waits = 请按“播放”：各参数及其梯度会列在这里。
learned-value = 当前值
learned-gradient = 梯度
