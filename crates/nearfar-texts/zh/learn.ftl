### 课程：“学习”板块，以及板块上方的提示条。

kept = 已完成的内容都保留着；重新加载后可以继续。
lead = 边做边学：每一步有一幅实时图和一件要做的事。
    .kept = 进度保存在此浏览器中。
    .not-kept = 此浏览器不保存任何内容：关闭页面后进度就没有了。
begin = 开始
go-on = 继续
forget = 重新开始
take-away = 移除
opened-here = 在此打开。
minutes = { $count ->
       *[other] { $count } 分钟
    }
done-of = 已完成 { $done } / { $count } 步
done-and-begun = 已完成 { $done } / { $count } 步，{ $begun } 步进行中
open = 打开课程
open-about = 课程文件（.json）
open-large = 文件超过链接能容纳的长度（20{"\u202f"}000 字节）。请去掉一些步骤。
cannot = 无法显示此课程：{ $why }
unknown = 没有名为“{ $name }”的课程
strip = 课程
steps = 课程的步骤
step-of = 第 { $step } 步，共 { $count } 步
fold = 收起
unfold = 展开
leave = 离开
back = 上一步
next = 下一步
finish = 完成
done = 已完成，可以继续。
predict = 预测
another-cell = 不是这个单元格：请另找一个。
answer = 回答
ask-empty = 请先回答。
ask-number = 需要一个数。
ask-right = 回答 { $given }：正确。
ask-wrong = 回答“{ $given }”；正确答案是“{ $right }”。
ask-open = 回答：{ $given }。
sheet = 打印用练习纸
sheet-do = 操作
sheet-explain = 解释所见
sheet-answers = 答案
print = 打印
who = 姓名
hand-text = 以文本提交
hand-file = 以文件提交
hand-copy = 把这段文本复制给老师
teacher = 教师：并排查看提交
    .about = 粘贴学生提交的文本，数量不限，或选择文件。内容不会离开本页。
teacher-texts = 文本
teacher-lay = 并排显示
teacher-files = 文件
teacher-all = 全部
teacher-damaged = { $count ->
       *[other] { $count } 份提交已损坏，未列入。
    }

## 制作课程

make = 教师：把当前视图做成一课
    .about = 把某个板块设成一步开始时的样子，回到这里，按“从这里开始”。再把它设成这一步结束时的样子，按“到这里结束”：学生做到这样，
        就完成了这一步。一步也可以改用问题来结束。
    .not-kept = 此浏览器不保存任何内容：关闭页面前请把这一课存为文件。
make-title = 标题
make-goal = 目标
make-minutes = 分钟数
make-room = 板块
make-step = 这一步的标题
make-text = 正文
make-do = 要做的事
make-question = 问题
make-answer = 问题的答案
make-answers = 答案可以是数字（相差 5 % 以内算对），可以是文字（每行都算对；留空则由教师批阅），也可以是选项：每行一个，以 - 开头，正确的以 * 开头。
make-predict = 预测（在图完整显示之前提问）
make-predict-answer = 预测的答案
make-explain = 完成后给出的说明
make-panels = 板块中显示什么
make-as-it-is = 照常
make-hidden = 隐藏
make-alone = 只显示它
make-revealed = 预测之后只显示它
make-open = 继续编辑课程文件
make-change = 修改
make-up = 上移
make-remove = 移除
make-bring-back = 恢复
make-clear = 清空这一步
make-put-back = 放回这一步
make-same = 开始与结束之间没有变化。请把板块设成这一步结束时的样子，再按一次。
make-start = 从这里开始
make-end = 到这里结束
make-add = 加入这一步
make-count = { $count ->
       *[other] 目前有 { $count } 步。
    }
make-save = 保存为文件
make-try = 试一试
make-link = 复制链接

## 课程：走一遍论文

walk = 走一遍论文
walk-goal = w、v 和 ReLU 对注意力做了什么；距离能说明什么、不能说明什么；论文的表格显示了什么。需要一些数学。

walk-looks = 一个头关注什么
walk-looks-text = 每一行是一个在看的词（查询），每一列是它所看的词（键）。一个单元格是该行的注意力中，查询给予该键的份额。
walk-looks-predict = 一行的权重加起来是多少？
walk-looks-why = softmax 使每一行成为一个分布：加起来是 1。
walk-looks-do = 在最后一个词“good”的那一行锁定最大的权重：点击该单元格（键盘：方向键，再按 Enter）。
walk-looks-explain = 一个头就是这个矩阵。一个词元的输出，是所有的值各乘以该词元那一行中的权重，再求和。

walk-order = 没有位置，顺序就看不见
walk-order-text = A 不带位置；B 给词加上正弦位置编码。这里的投影是随机的，因此看到的只是机制本身。
walk-order-predict = 把词换个位置。在 A 中，“dog”给予“bites”的权重会变吗？
walk-order-choice-1 = 会
walk-order-choice-2 = 不会
walk-order-why = 得分是两个词的向量之积，而这些向量里没有位置。
walk-order-do = 换一种顺序输入这个句子，不带句号：man bites dog
walk-order-explain = 在 A 中，行和列换了位置，但没有一个权重改变；B 看得到正弦位置，权重变了。注意力本身看到的只是一个词的集合，必须有什么东西告诉它词在哪里。

walk-distance = 距离 R 与 w·R
walk-distance-text = 论文告诉每个头两个词元相距多远：R = |i − j|。每个头有自己的权重 w，看到的是 w·R。
walk-distance-predict = 假设 w 为 −0.5。相距六个词元时，w·R 是多少？
walk-distance-why = −0.5 乘以 6。
walk-distance-do = 锁定的单元格离对角线六个词元。调整 w，直到那里的 w·R 不大于 −3：算式中的“加权距离”一行就是它。
walk-distance-explain = w 的符号说明这是哪一种头：小于 0 时偏近，大于 0 时偏远。w = 0 时它不知道距离。

walk-product = 为什么不能简单相乘
walk-product-text = 这里把每个得分直接乘以 w·R，w = −1。（负的得分先设为 0，原因见第 7 步。）请看 R = 0 的对角线，再看符号。
walk-product-predict = 得分 2 乘以 w·R，w = −1，相距三个词元。结果是多少？
walk-product-why = 2 · (−1 · 3)：最强的匹配变成了最弱的。
walk-product-do = 按 A 的标题旁的 ▾，把映射换成可学习的 sigmoid（Learnable sigmoid）。
walk-product-explain = 与 R 相乘会抹去词元对自己的得分；w 为负时把强匹配变成不匹配；在长文本中还会无限增长。用 w·R 的一个函数 f 代替 w·R，三个问题就都解决了。

walk-sigmoid = sigmoid 和它的 v
walk-sigmoid-text = f(w·R; v) = (1 + e^v) / (1 + e^(v − w·R))。它在距离 0 处为 1；对偏近的头降到 0，对偏远的头升到上界 1 + e^v。
walk-sigmoid-predict = w = −1，v = 1。相距三个词元时 f 是多少？
walk-sigmoid-choice-1 = 约 0.07
walk-sigmoid-choice-2 = 约 0.5
walk-sigmoid-choice-3 = 正好是 1
walk-sigmoid-choice-4 = 约 3.7
walk-sigmoid-why = (1 + e) / (1 + e⁴) = 3.718 / 55.6 = 0.067。
walk-sigmoid-do = 把它变成上界至少为 4 的偏远的头：w 大于 0，v 不小于 1.1。
walk-sigmoid-explain = w 决定方向和快慢，v 决定强度：1 + e^v 是得分最多能乘上的倍数。w > 0 时没有系数小于 1，所以近处的词元只是相对变弱。w < 0 时，v 大则 f 立刻下降，v 明显为负则先在几个词元内保持接近 1。

walk-requirements = 五项要求，故意违反一项
walk-requirements-text = 令 x 表示 w·R。论文对 f 提出五项要求：f(0) = 1；x → −∞ 时趋于 0；x → +∞ 时有上界；强度可以学习；单调。可学习的 sigmoid 全都满足。
walk-requirements-predict = f(x) = e^x。除了没有可学的参数，它还违反哪一项？
walk-requirements-choice-1 = f(0) = 1
walk-requirements-choice-2 = x → −∞ 时趋于 0
walk-requirements-choice-3 = x → +∞ 时有上界
walk-requirements-choice-4 = 单调
walk-requirements-why = e^x 无限增长：长文本中远处的词元可以得到任意大的权重。
walk-requirements-do = 加一条违反某项要求的曲线：在“你的曲线”下选另一个函数，再按“添加”。
walk-requirements-explain = 其他函数各自至少违反一项：表中列出了是哪一项。这就是论文选用此函数的理由；它对准确率是否重要是另一个问题。

walk-relu = ReLU，以及偏近的头真正做了什么
walk-relu-text = 权重是 softmax(ReLU(得分) · f)。没有 ReLU，距离对负的得分会起相反的作用：小于 1 的系数抬高它们，大于 1 的系数把它们压得更低。ReLU 把它们变为 0，偏近的头的 f 把其余的得分压向 0。但得分为 0 并不是没有：e^0 = 1。这是偏近的头 6。
walk-relu-predict = 一行的十个得分全是负的。每个权重是多少？
walk-relu-why = ReLU 把它们全变成 0，每个得到 e^0 = 1，10 份中的 1 份就是 0.1。w 和 v 什么也改变不了：0 乘以任何数都是 0。
walk-relu-do = 有几行看起来是均匀的，其中只有一行没有一个得分大于 0：看“原始得分”那幅图，锁定那一行的一个单元格；算式写出锁定单元格的原始得分。
walk-relu-explain = 偏近的头不会让远处的词元沉默：它只把那些得分压向 0，而每个词元在总和中仍保有 e^0 = 1。得分全为负的一行总是均匀的，无论 w 和 v 是多少。

walk-softmax = softmax：键之间的竞争
walk-softmax-text = 一行的权重总共只有 1，所以一个增加，其他的就要减少。本页可以去掉这种竞争：去掉后，每个键各有自己的权重。
walk-softmax-predict = 一行有两个键，得分分别是 0 和 ln 3。第二个的权重是多少？
walk-softmax-why = e^0 = 1，e^(ln 3) = 3：四份中的三份。
walk-softmax-do = 在 A 的各个步骤中，关掉“Softmax”，看看它有什么用。
walk-softmax-explain = 没有竞争时，系数只作用于自己的键。有竞争时，每个抬高某个词元的 f 都会压低该行的其他词元。

walk-heads = 多个头
walk-heads-text = 每个头有自己的 w 和 v 两个数，以及自己的投影。所以在同一层里，有的可以看近处，有的可以看远处。
walk-heads-predict = 一层有 16 个头。距离给它增加多少个参数？
walk-heads-why = 16 个头，每个一个 w、一个 v。
walk-heads-do = 在“所有头”下按“多选”，在头 6 旁边再选一个看远处的头。
walk-heads-explain = 并排看：同一层的两个头，w 和 v 不同，图也不同。这一层把两者都传下去，而距离在每个头上只用了两个数。

walk-learned = 训练好的头：初值与学到的值
walk-learned-text = 这个模型在影评上训练。它的 16 个头的 w 和 v 从随机值开始。
walk-learned-predict = 16 个头中有 6 个开始时偏近（w < 0）。你猜训练之后有几个偏近？
walk-learned-why = 一个：头 6，w = −1.68。另外五个改变了符号。
walk-learned-do = 打开下方的“模型 A 学到了什么”，看每个头的初值和终值。然后转到那个唯一偏近的头，只有它的 w 小于 0。
walk-learned-explain = 开始时有 6 个头偏近，结束时只有 1 个：16 个中有 15 个的 w 大于 0。这有什么好处，单凭符号说明不了。

walk-train = 训练一个只看近处的任务
walk-train-text = 答案是“not”后面那个评价词的反面（“not good”是负面）：只有下一个词重要。所有 w 都从 0 开始。
walk-train-predict = 最重要的那个头，它的 w 会往哪边走？
walk-train-choice-1 = 小于 0：偏近
walk-train-choice-2 = 停在 0
walk-train-choice-3 = 大于 0：偏远
walk-train-why = 起决定作用的词就在“not”旁边。
walk-train-do = 按“播放”，让它一直学，直到留出的文本每 10 条答对 9 条。开始的几百步可能停在一半。
walk-train-explain = 最重要的头的 w 变为小于 0：任务需要什么，可以从一个数读出来。在“训练”板块中，要看远处的任务会使它大于 0。

walk-beside = 与标准 Transformer 并排
walk-beside-text = 同一任务的两次运行：A 带距离，B 是带正弦位置编码的标准 Transformer。数据、种子和大小都相同。
walk-beside-predict = 假设 A 比 B 用更少的步数就答对留出的文本。由此能得出什么？
walk-beside-choice-1 = 带距离的注意力比标准注意力学得快
walk-beside-choice-2 = 在这类任务上学得更快
walk-beside-choice-3 = 只说明这次运行是这样
walk-beside-why = 一个编造的任务、一个种子，说明不了别的种子和别的任务。
walk-beside-do = 按“播放”，让两者都走 600 步。
walk-beside-explain = 准确率说明哪一个先离开了一半。这只是这个任务、这个大小、这个种子的结果：在“训练”板块换一个种子就可能反过来。要说哪种方法学得更快，需要许多种子和一个区间。

walk-direction = |i − j| 不能知道的事
walk-direction-text = 已锁定“good”关注“weak”的单元格，“weak”在六个词元之前。它的系数写在算式里。
walk-direction-predict = 这里，在查询前面六个词元处 f 是 0.23。在查询后面六个词元处是多少？
walk-direction-choice-1 = 0.23
walk-direction-choice-2 = −0.23
walk-direction-choice-3 = 要看是什么词
walk-direction-why = 两个方向上 |i − j| 都是 6。
walk-direction-do = 锁定对称的单元格：“weak”那一行，“good”那一列。比较系数。
walk-direction-explain = 两个方向的 R 相同，系数也就相同：这个方法知道有多远，但不知道前后。正弦位置编码、相对位置和 RoPE 知道；见“对比”。

walk-tables = 表格说明了什么，没说明什么
walk-tables-text = 论文在 SST 上报告的准确率：DA-Transformer 90.49%，Transformer 89.67%。这里用更少的数据、更小的向量训练，5 个种子：82.47% 和 81.89%。
walk-tables-predict = 领先 0.58 个百分点；各种子的 95% 区间是 −0.03 到 1.19。由此可知什么？
walk-tables-choice-1 = DA 在 SST 上更好
walk-tables-choice-2 = 这些运行分不出两者的高下
walk-tables-choice-3 = 两者一样好
walk-tables-why = 区间包含 0。但这也不能证明两者相等。
walk-tables-do = 输入你自己的一个句子，看两个模型怎样预测。
walk-tables-explain = 这里的运行对 DA-Transformer 说明了什么：与 Transformer 相比，它在 SST 和 SNLI 上领先，在 AG 上落后（0.37 个百分点，2 次运行），三者都分不出高下。与 SST 上 83.26% 的 Transformer-XL 相比，它落后，而且区间不含 0。完全不带位置的 Transformer 在 SST 上有 82.33%。可以肯定的是你看到的机制；它能否提高准确率，取决于任务和数据。

## 课程：可学习的 sigmoid

sigmoid = 可学习的 sigmoid
sigmoid-goal = 纯数学，不需要语言：一族函数在 0 处的值、上界和斜率。

sigmoid-one = 原点处为 1
sigmoid-one-text = f(x) = (1 + e^v) / (1 + e^(v − x))。
sigmoid-one-predict = v = 5 时 f(0) 是多少？
sigmoid-one-why = x = 0：分子与分母相同。
sigmoid-one-do = 加一条 v 在 −0.5 到 0.5 之间的曲线。
sigmoid-one-explain = 对任何 v，(1 + e^v) / (1 + e^v) = 1。

sigmoid-bound = 上界
sigmoid-bound-text = x → +∞：e^(v − x) → 0。
sigmoid-bound-predict = v = 0。x → +∞ 时 f 的上界是多少？
sigmoid-bound-why = 1 + e^0 = 2。
sigmoid-bound-do = 加一条上界大于 8 的曲线。
sigmoid-bound-explain = v > ln 7 = 1.946 时，1 + e^v > 8。

sigmoid-w = 从 x 到词元
sigmoid-w-text = x = w·R。w = −1 时，词元的轴沿 f 的左半边一路向下。
sigmoid-w-predict = w = −1，v = 1，R = 3：f 是多少？
sigmoid-w-why = (1 + e) / (1 + e⁴) = 3.718 / 55.6。
sigmoid-w-do = 把轴掉转方向：使 w 至少为 0.5。
sigmoid-w-explain = w < 0：f 从 1 降到 0。w > 0：f 从 1 升到 1 + e^v。w = 0：f = 1。

## 课程：“not”

not = 模型为何忽略“not”
not-goal = 适合初学者，没有公式。否定：模型要判断正确必须看什么，以及光看还不够。

not-turn = 一个词把句子反过来
not-turn-text = 这个模型（这里叫 A）判断一条影评是不是正面的。它为此读了 6{"\u202f"}920 个句子。
not-turn-predict = “This film is not good”：这个模型会怎样预测？
not-turn-choice-1 = 负面
not-turn-choice-2 = 正面
not-turn-why = 它读过的带“good”的句子大多是正面的，而一层只是把词加在一起。
not-turn-do = 输入：This film is not good
not-turn-explain = 它仍然预测正面，88%：错了。它学会了“good”说明什么，没有学会“not”对它做了什么。

not-look = “not”在哪里？
not-look-text = 要把“good”反过来，模型至少要看到“not”。图中显示每个词看哪里：一行的词越关注某一列的词，那一格就越亮。
not-look-predict = “not”在“good”前面第几个词？
not-look-why = 就是紧挨着的前一个词。
not-look-do = 点按“good”关注“not”的那一格：行“good”，列“not”。然后把滑块 w（它表示这里的词看得多近）拖到 −2.5 或更左。
not-look-explain = 看得更近并没有用：每个词离自己最近，现在隔一个词就已算远，“good”反而更少看“not”。必须看到“not”，但光看还不够：模型还要用所看到的把意思反过来。

not-train = 必须读“not”的任务
not-train-text = 编造的句子，由“not”后面的词反过来决定答案。只数词的模型答不出来。
not-train-predict = 只用一次注意力的小模型（一层）究竟能不能学会？
not-train-choice-1 = 能
not-train-choice-2 = 不能
not-train-why = 它需要往回看一个词元，并且有理由这样做。
not-train-do = 按“播放”，等到新文本每 10 条答对 9 条。
not-train-explain = 只要数据需要，带一个偏近的头的一层就能学会“not”。之前只动了 w；训练会动所有权重，使词看向它前面的“not”，而不是自己。影评模型有这个能力，但数据不同。

## 课程：诚实地读模型卡片

card = 诚实地读模型卡片
card-goal = 带区间的数字说明什么，说的是什么，又省略了什么。

card-figure = 一个数字和它的区间
card-figure-text = 模型卡片写着它是怎样训练的，预测得有多好。打开“模型 A 学到了什么”和它的卡片。
card-figure-predict = DA：82.04% [80.2, 83.9]。标准：81.93% [80.1, 83.7]。可以怎么说？
card-figure-choice-1 = DA 更好
card-figure-choice-2 = 卡片分不出两者的高下
card-figure-choice-3 = 标准 Transformer 在每条文本上都更差
card-figure-why = 两个区间几乎完全重叠。
card-figure-do = 输入你自己写的一条影评，看两个模型是否都同意你。
card-figure-explain = DA 82.04% [80.2, 83.9]，标准 81.93% [80.1, 83.7]：每个区间都包含另一个的数字。你的一个句子只是个例；1{"\u202f"}821 个句子是测量，不确定性就有这么大。

card-data = 它读过什么
card-data-text = 卡片写明了数据：6{"\u202f"}920 个英文影评句子，两个类别。别的它从没见过。
card-data-predict = 给它一份菜谱，它怎样预测？
card-data-choice-1 = 说这不是影评
card-data-choice-2 = 正面或负面，并给出概率
card-data-choice-3 = 什么也不说
card-data-why = 它只有两个类别，加起来是 1。
card-data-do = 输入一个不是影评的句子，其中至少有一个词是开头的句子里没有的。
card-data-explain = 它照样给出概率。没有“我不知道”这个类别；问题有没有意义，由提问的人负责。

card-small = 它省略了什么
card-small-text = 这些数字属于压缩后的文件：矩阵为 16 位，自带 2{"\u202f"}000 个词的向量。压缩之前是 82.81%。种子是 1；另一个种子得到 81.93%。
card-small-predict = 从 82.81 到 82.04，压缩使测试准确率降低了多少个百分点？
card-small-why = 这比卡片上 DA 领先标准 Transformer 的幅度还大。
card-small-do = 转到唯一偏近的头（w 小于 0）。
card-small-explain = 如果卡片给出五个种子中最好的，或压缩之前的数字，就会多出 0.8 个百分点，而字面上仍是真的。对每张卡片都要问：哪个种子，哪个文件，有多确定？
