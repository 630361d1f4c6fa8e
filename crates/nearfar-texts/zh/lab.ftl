## 句子

sentence-title = 句子
sentence-placeholder = 输入一个句子
sentence-too-long = 文本超过 { $most } 字节的上限；其余部分已略去。

examples = 例句
example-own = 自己的句子
example-film = 电影
example-meal = 较长：一餐饭
example-negation = 否定
example-repetition = 重复
example-news = 新闻

## The claim over the sentence, and its three steps

claim = 最初几步
claim-why = 这个 AI 评判影评。“不错”是好评：它要看多远才知道？
claim-w = 请把 w 拖向“远”，看图 A。
claim-w-far = 请把 w 拖向“近”，看图 A。
claim-term = 这个模型本身就知道距离：β 决定多少。w 和 v 在上面再加一条曲线。
claim-v-near = v 决定得分多早减小。把 v 拖向左边，远处的词保留得更多。
claim-v-far = v 决定得分能增到多高。把 v 拖向右边，远处的词增大得更多。
claim-v-flat = v 决定 w 的作用有多强。w = 0 时 v 不起作用：先拖 w，再拖 v。
claim-relu = ReLU 先把小于 0 的得分设为 0。为什么？
claim-relu-in = 为什么需要 ReLU？按 3：第 { $head } 个头说明。
claim-relu-try = “{ $query }”和“{ $key }”不相配：得分 { $score }。ReLU 把它变成 0，0 × { $factor } 仍是 0。关闭 ReLU：
claim-relu-falls = 远处的词本该增大，但 { $score } × { $factor } = { $product }：“{ $key }”降到 { $share }。请再打开 ReLU。
claim-relu-rises = 本该减小远处的得分，却抬高了它：{ $score } × { $factor } = { $product }。请再打开 ReLU。
claim-relu-off = 没有 ReLU，距离对小于 0 的得分起相反的作用。请再打开它。
claim-relu-out = 这个模型训练时没有 ReLU：对小于 0 的得分，曲线的作用是反的。
claim-done = 看看 A − B，再换上自己的句子。接下来：
claim-done-film = 这个 AI 读得懂“not bad”吗？试一试，或继续：
claim-done-tried = “Not bad”是好评。A 的判断：{ $class } { $share }。继续：
claim-done-wrong = “Not bad”是好评。A 判断为 { $class } { $share }，B { $other }：都错了。
claim-nearer = 头 { $head } 现在看得更近：平均相隔 { $now } 个词元，之前是 { $before }。
claim-farther = 头 { $head } 现在看得更远：平均相隔 { $now } 个词元，之前是 { $before }。
claim-as-far = 头 { $head } 仍然平均看向 { $now } 个词元之外。
claim-stronger = 更强：头 { $head } 平均相隔 { $now } 个词元，之前是 { $before }。
claim-milder = 更弱：头 { $head } 平均相隔 { $now } 个词元，之前是 { $before }。
claim-then-w = 现在拖动 w，偏近或偏远。
claim-then-v-near = 现在是 v，它决定强度：把它拖向左边。
claim-then-v-far = 现在是 v，它决定强度：把它拖向右边。
claim-step-w = 拖动 w
claim-step-v = 拖动 v
claim-step-relu = 为什么用 ReLU？
claim-back = 回到头 { $head }
claim-dismiss = 隐藏最初几步

## For those who are new here: a button beside the claim, and what it opens

new-here = 第一次来？
intro = 简介
first-lesson = 模型为何忽略“not”
word-token = 词元
    .means = 句子的一小块：一个词或一个符号。
word-query = 查询、键
    .means = 在看的词是查询，被看的词是键。
word-score = 得分
    .means = 一个查询与一个键有多相配。不相配时小于 0。
word-softmax = softmax
    .means = 它把一行的得分变成份额：得分越高，份额越大，合计为 1。
word-head = 头
    .means = 看词的一种方式。一个模型有多个头并排。
word-relu = ReLU
    .means = 它把小于 0 的得分设为 0，其余不变。
word-da = DA
    .means = 距离感知（distance-aware）：得分乘以随距离而变的系数，如 A。
word-vanilla = 标准
    .means = Transformer 通常的注意力，没有这个系数，如 B。

## What comes next

onward = 继续
onward-learn = 一步一步来
    .about = 先预测，再尝试，然后查看：模型为什么忽略“not”；或者用一些数学，论文的思想。
onward-train = 看 w 自己学会这一点
    .about = 在由近处或远处的词决定答案的任务上训练小模型。
onward-compare = 认识距离的其他方式
    .about = 同一个句子、同一个头，换成其他每一种方法。
onward-inspect = 这个模型的每个头，或你自己的模型
    .about = 放入一个检查点：它的哪些头看近处，哪些看远处？

## 句子下方

status-tokens =
    { $count ->
       *[other] { $number } 个词元。
    }
status-cut = 只用前 { $used } 个词元（共 { $total } 个）；从“{ $first-left-out } …”起略去。
status-unknown =
    { $count ->
       *[other] { $number } 个不是这里认识的词（以点线标出），向量由拼写生成。
    }
status-loading = 正在加载词向量：{ $share }%。
status-waiting =
    { $count ->
       *[other] { $number } 个正在等待词向量。
    }

## 词元

tokens = 句子的词元
tokens-too-many = 词元不超过 { $most } 个时逐个列出。
bars-click = 选择一个词，查看它看向哪里。
rows-look = 图中每一行是在看的词，每一列是被看的词。
bars-of-all = 条形：每个词元平均得到的注意力；上 A，下 B，最长为 { $longest }。
bars-of-word = 条形：从“{ $word }”得到的注意力；上 A，下 B，最长为 { $longest }。
bars-of-selected =
    { $count ->
        [1] 条形：从所选词元得到的注意力；上 A，下 B，最长为 { $longest }。
       *[other] 条形：从所选 { $count } 个词元得到的注意力（均值）；上 A，下 B，最长为 { $longest }。
    }
bars-of-all-empty = 条形：从所有词元得到的注意力（均值）；上 A，下 B。
bars-short = 条形：得到的注意力，上 A 下 B。
bars-short-of-word = 条形：“{ $word }”看向哪里，上 A 下 B。
bars-of-word-empty = 条形：从“{ $word }”得到的注意力；上 A，下 B。
bars-of-selected-empty =
    { $count ->
        [1] 条形：从所选词元得到的注意力；上 A，下 B。
       *[other] 条形：从所选 { $count } 个词元得到的注意力（均值）；上 A，下 B。
    }
sum-of-one = “{ $word }”把自己注意力的 { $to-itself-a }（A）、{ $to-itself-b }（B）给了自己，得到全体注意力的 { $from-all-a }（A）、{ $from-all-b }（B）。
sum-of-several = 所选词元合计：把自己注意力的 { $to-each-other-a }（A）、{ $to-each-other-b }（B）给了自己和彼此，得到全体注意力的 { $from-all-a }（A）、{ $from-all-b }（B）。
token-learned = 向量经过训练
token-unknown = 不是认识的词：向量由拼写生成
token-waiting = 词向量尚未加载：暂用由拼写生成的向量
token-borrowed = 使用“{ $word }”的向量

## 文件

files-open-again = 打开该文件…
files-open-again-name = 重新打开该文件
files-go-on-without = 改用内置模型
files-drop = 将检查点连同其 config.json 和分词器拖到此处。
assumed-about = <b>以下为假设，文件中没有：</b>只有全部属实，图中显示的才是该模型；若有出入，请在“检视 → 手动指定”中设置。

## 实验

experiment = 实验
pictures-no-sentence = 请在上方输入句子或选择例句：其注意力将显示在这里。
pictures-no-file = 文件中模型的注意力将显示在这里。
pictures-loading = 正在加载词向量和模型…
pictures-loaded = 词向量已加载

## 头与层

head-previous = 上一个头
head-previous-title = 上一个头（[）
head-next = 下一个头
head-next-title = 下一个头（]）
heads-several = 头 { $heads }
heads-every = 全部 { $count } 个头
layer = 第 { $layer } 层
of-all = / { $count }
layers = 层
layer-previous = 上一层
layer-previous-title = 上一层（{"{"}）
layer-next = 下一层
layer-next-title = 下一层（{"}"}）
layer-of-b = B 的层
layer-as-a = 与 A 相同

## w 和 v

sliders = w 和 v
slider-w = w，由近到远
slider-v = v，强度
slider-beta = β，模型自身的位置项计入多少
ends-beta = 反向 三倍
slider-reach = r，作用范围：更远的距离都按 r 计算
ends-reach = 无 全部
slider-base = lg b，旋转的底 b 的常用对数
ends-base = 快 慢
slider-content = u ×，u 所乘的数
slider-position = v ×，v 所乘的数
ends-bias = 无 三倍
slider-bucket = j − i，要改动其桶的距离
ends-bucket = 之前 之后
slider-shift = b +，加到这个桶的数上的量
ends-shift = 更小 更大
term-title = 模型自身加到得分上的量，按 j − i
w-of-vanilla = 方法 A 是标准注意力，没有 w 和 v。
v-of-vanilla = v：普通注意力没有 v
w-left-out = 距离已去掉：所有系数都与 w = 0 时相同。
v-left-out = 此时 v 也不起作用。
head-says = 头 { $head }：{ $says }
presets = 预设的 w 和 v
presets-open = 预设
presets-reset = 重置
presets-restore = 恢复训练值

## 系数随距离的变化

coefficient-title = 各距离的系数
coefficient-band = 其他 v，−3 到 3
coefficient-does = 它与相隔 |i − j| 个词元的得分相乘。0 仍是 0。
coefficient-sigmoid = 与相隔 R = |i − j| 个词元的得分相乘；1 不改变。f = (1 + eᵛ) / (1 + eᵛ⁻ʷᴿ)
coefficient-learned = 虚线：学到的
coefficient-curve = 系数：距离 0 处 { $itself }，距离 1 处 { $next }，距离 { $distance } 处 { $farthest }。

## 图

pictures-which = 显示哪张图
unit-no-sum = 亮处为所看；和不固定
difference-by-clipping = w = 0 时的 A，减去 B
difference-by-distance = A，减去 w = 0 时的 A
picture-of-head = { $panel } · 头 { $head }
picture-of-head-w = { $panel } · 头 { $head }，w = { $w }
title-without-distance = w 视为 0
title-without-softmax = 无 softmax
title-layer = 第 { $layer } 层
title-head = 头 { $head }
several-one = 目前只调整一个头。按“{ heads-add }”再选其他头，可并排显示至多四个。
several-first = 正在调整 { $count } 个头，显示其中前 { $shown } 个。
several-order = 按学到的 w 由小到大排列。
picture-keys = { $says } 方向键移动光标，T 显示表格，P 播放这一行。
picture-too-large-to-save = 词元超过 { $most } 个时，内存中没有完整的矩阵，因此不能保存为数值或 SVG。可用 PNG 保存当前的图。

## 连线图

lines-role = 词元连线
lines-name = { $title }：从左边的各个查询连到右边它所关注的键。方向键选择查询。
lines-about = 左为查询，右为键；线越粗，权重越大，小于 0.01 的不画。

## 保存的文件中：由什么生成

about-head = { $projections }，头 { $head }，{ $method }
about-masked = 因果掩码
about-elsewhere = 其他层的 w 和 v 已改动
about-both = A：{ $a }；B：{ $b }
about-model = 模型：{ $model }
about-layer = { $file }，第 { $layer } 层
untrained = 未训练的投影（种子 { $seed }）

## 图旁的一行：所指的单元格

cell-itself = “{ $query }”关注“{ $key }”（自身）：A { $a }，B { $b }，{ $part } { $difference }
cell-away =
    { $count ->
       *[other] “{ $query }”关注“{ $key }”，相距 { $number } 位：A { $a }，B { $b }，{ $part } { $difference }
    }
cell-by-clipping = ReLU 的作用
cell-by-distance = 距离的作用

## 显示 A − B 的哪一部分

parts = 显示 A − B 的哪一部分
largest-difference = 最大：{ $difference }，“{ $query }” → “{ $key }”
without-distance = A 中去掉了距离。
without-softmax = A 中去掉了 softmax。
without-softmax-too = A 中去掉了 softmax：A − B 也包含这部分影响。
nearest-shown = 在此句上，B 中最接近的是头 { $head }（相差 { $apart } 奈特）
nearest-show = 显示 B 中在此句上最接近的头：头 { $head }（相差 { $apart } 奈特）
nearest-same = B 用相同编号的头

## A 的计算过程

reach-scale = 平均距离（词元）；虚线：均匀分布
reach-alone = A 平均看向 { $a } 个词元之外；均匀分布的注意力为 { $even }。
reach = A 平均看向 { $a } 个词元之外，B 为 { $b }；均匀分布的注意力为 { $even }。
reach-near-keeps = 远处的得分降向 0，而 softmax 仍给得分 0 一份（e⁰ = 1）：远处的词还留有一些权重。
reach-near-yet = 系数偏好近处，但 A 看得比 B 更远。
reach-near-yet-why = 系数偏好近处，但 A 看得比 B 更远：远处的得分降到 0，而得分 0 仍保有均匀的一份。
reach-near-yet-clipped = 系数偏好近处，但 A 看得比 B 更远：ReLU 把大多数得分设为 0，而得分 0 仍保有均匀的一份。
reach-near-yet-below = 系数偏好近处，但 A 看得比 B 更远：大多数得分小于 0，没有 ReLU 时小的系数会把它们抬高。
reach-far-level = 从距离 1 起曲线几乎持平：其他每个词放大得都与远处的词差不多，只有词自身不变。
reach-far-yet = 系数偏好远处，但 A 看得比 B 更近：不大于 0 的得分它无法放大。
reach-far-yet-below = 系数偏好远处，但 A 看得比 B 更近：没有 ReLU，它会把低于 0 的得分压得更低。
pipeline-title = A 的计算过程
pipeline-pair = “{ $query }”→“{ $key }”
step-distance = 距离
step-weighted = 加权距离
step-coefficient = 系数
step-term = 位置项
step-raw-score = 原始得分
step-clipped = 截断后
beside-clipped = 由 ReLU
beside-clips = 负值 → 0
beside-coefficient = 随距离变化
beside-colours = 紫：降低，绿：提高
step-adjusted = 调整后
step-score = 得分
step-normalised = 归一化后
step-weight = 权重
why-distance = 从查询（行）到键（列）有多少个词元，不分前后。
why-weighted = 距离乘以 w。用论文的曲线时，w 小于 0 使远的词元更轻，大于 0 更重。
why-coefficient = 每一对的倍数：1 不改变，小于 1 降低，大于 1 提高。只看距离，所以与对角线平行的每条线上都相同。
why-coefficient-added = 每一对的加数：0 不改变。只看距离，所以与对角线平行的每条线上都相同。
why-term = 模型自己按查询和键的位置所加的值，乘以 β。
why-raw-score = 查询与键有多匹配：点积乘以缩放。它可以小于 0。
why-clipped = ReLU 把小于 0 的得分设为 0：相乘时，小于 1 的倍数会抬高它们，大于 1 的会压低它们。
why-adjusted = 得分与系数合在一起：softmax 比较的就是它。
why-score = 查询与键有多匹配：softmax 比较的就是它。
why-softmax = softmax 在每一行把 1 分给各个键，按 e 的得分次方。得分 0 仍算 e⁰ = 1。
why-weight = softmax 的权重，再经距离调整：一行之和不必为 1。
share-of-zero = 这里的得分是 0。它仍有一份，因为 e⁰ = 1。
step-title = { $step }：{ $formula }
counts-tokens = 词元
counts-weighted = w × 词元
counts-factor = 倍数
    .more = 倍数；1 表示不变
counts-addend = 加数
    .more = 加数；0 不改变任何值
counts-score = 得分
counts-weight = 权重
    .sums = 权重，每行和为 1
    .unsummed = 权重，每行的和不为 1

switches = 可以去掉的步骤
switches-about = A 的步骤：
switch-relu = ReLU
switch-relu-title = 去掉后，负的得分也会被调整
switch-distance = 距离
switch-distance-title = 去掉后，所有 w 都视为 0
switch-softmax = softmax
switch-softmax-title = 去掉后，每个键各自用 sigmoid 而不是 softmax 得到权重
relu-is-on = ReLU 把 { $cells } 个得分中的 { $below } 个置为 0。没有它，距离的作用相反：× { $factor } 把“{ $query }”→“{ $key }”从 { $score } 抬到 { $product }。
relu-is-on-far = ReLU 把 { $cells } 个得分中的 { $below } 个置为 0。没有它，距离的作用相反：× { $factor } 把“{ $query }”→“{ $key }”从 { $score } 压到 { $product }。
relu-idle = 没有得分小于 0：ReLU 在这里不改变任何值。
relu-alone = ReLU 把 { $cells } 个得分中的 { $below } 个置为 0。
relu-is-off = 没有 ReLU，距离对 { $cells } 个得分中 { $below } 个负的起反作用，例如“{ $query }”→“{ $key }”：{ $score } × { $factor } = { $product }。
relu-off-idle = 没有 ReLU 在这里也毫无不同：没有得分小于 0。
relu-off-alone = 没有 ReLU，{ $cells } 个得分中有 { $below } 个小于 0。
distance-is-off = 没有距离，所有系数都与 w = 0 时相同：对近处和远处的词一视同仁。
distance-is-off-own = 没有距离，所有系数都与 w = 0 时相同；模型自身的位置信息仍然起作用。
softmax-is-off = 没有 softmax，词与词不再竞争：每个权重各自等于 σ(得分 − ln { $keys })，一个词增加，别的词并不减少；每行的和不是 1，而是从 { $least } 到 { $most } 不等。
softmax-is-off-causal = （该行的键数）

## 一个单元格的算式

arithmetic-title = “<slot>{ $query }</slot>”<sub>{ $query-place }</sub> 关注“<slot>{ $key }</slot>”<sub>{ $key-place }</sub>
arithmetic-title-none = 单元格
arithmetic-none = 指向任一单元格，或用方向键移过去，即可查看其算式；点击可锁定。
arithmetic-strongest = 头 { $head }，刚显示此头时两个不同词元之间 A 与 B 相差最大的单元格；没有差别时是 A 最大的单元格。{ arithmetic-none }
arithmetic-locked = 头 { $head }，已锁定；再次点击该单元格或按 Escape 解除锁定。
arithmetic-pointed = 头 { $head }，指针所指；点击可锁定。
arithmetic-elsewhere = 头 { $head }，指针所指；指针离开图后，回到锁定的单元格。
formula-scale = S = QKᵀ · 自带缩放
formula-scale-bias = QKᵀ · 自带缩放 + βb
formula-masked = 被掩码
formula-softmax = exp({ $logit } − { $log-sum })，其中该行的 ln Σ exp 为 { $log-sum-of-row }

## 所有头

heads-title = 所有头
heads-name = 注意力头
head-near = 近
head-far = 远
head-flat = 平
heads-which = 滑块调整哪些头
heads-add = 多选
heads-add-title = 按下后，点击一个头会将它加入或移出所调整的头
heads-move-all = 调整所有头
heads-presets = 所有头的预设
heads-count = 头数
heads-seed = 种子
heads-seed-name = 未训练投影的种子
heads-about = w：系数偏好的距离。看：平均看多远（词元），均匀分布的注意力为 { $distance }。每张图各有自己的颜色：亮处是该头看得最多的地方。
thumbnail-title = w 偏好的距离；这个头平均看多远（词元）。按住 Ctrl 点击，可同时调整多个头
thumbnail-favours = w：{ $character }
thumbnail-looks = 看 { $distance }
thumbnail = <slot>头 </slot>{ $head }

## 论文的图 8

figure-8 = 四个头，如图 8
figure-8-title = 如图 8：在 AG News 上训练的 DA-Transformer 和标准模型各四个头，同看一个新闻句子
figure-8-about = 如论文图 8：上排是距离感知新闻模型的四个头，按学到的 w 从最小到最大；下排是标准模型的相同编号的头。句子是我们选的，与 AG 测试集同类：论文图中的句子字太小，无法辨认。

## 模型、方法、颜色

methods-title = 模型和方法
method-menu = { $panel } 的模型和方法
method-of = 方法 { $panel }
method-da-transformer = DA-Transformer
method-da-without-relu = 不带 ReLU 的 DA-Transformer
method-da = DA，{ $mapping }，{ $adjustment }
method-da-one = DA，{ $part }
method-in-file = 与文件一致
method-short-vanilla = 无距离
method-short-sinusoids = 含正弦位置
method-short-da = 含距离
method-short-in-file = 与文件一致
look = 掩码与图
look-open = 图
look-view = 画法
look-range = 颜色范围
look-colours = 配色
look-causal = 因果掩码
look-causal-title = 词元看不到后面的词元
look-causal-by-itself = 该模型本身就是因果的：词元看不到后面的词元

model = 模型
model-open = 打开检查点…
model-open-title = 任何常见格式的检查点，连同其 config.json 和 tokenizer.json 或 vocab.txt；文件只留在此浏览器中
badge-in-file = 与文件一致：{ $model }
badge-in-file-by = 与文件一致，方法为 { $method }：{ $model }
badge-trained = 已训练：{ $model }
badge-moved = { $model }；w、v 已改动
badge-moved-others = { $model }；其他头的 w、v 已改动
badge-term-moved = { $model }；位置项已改动
badge-otherwise = { $model }；注意力已改动
title-plain = 无距离
about-plain = 同一个头，无 ReLU
about-plain-trained = 同一个头，无 ReLU，未重新训练
about-other = 同一个头，另一种方法
about-other-trained = 同一个头，另一种方法，未重新训练
about-same = 同一个头，同一种方法，同样的 w 和 v
about-in-file = 与文件中相同的头

## 模型的预测

answers-title = 模型对此句的预测
verdict = 所有头的回答：A { $class-a } { $share-a }，B { $class-b } { $share-b }
verdict-film = 模型判断影评：A { $class-a } { $share-a }，B { $class-b } { $share-b }
verdict-news = 模型给新闻分类：A { $class-a } { $share-a }，B { $class-b } { $share-b }
answer-title = { $panel } 的预测
answer-method = 方法：{ $method }
answer-untrained = 无：未训练的投影没有分类器
answer-in-file = 无：文件中的模型只运行各层，不运行层之上的部分
answer-trained = 训练时{"\u00a0"}{ $trained }
answer-trained-method = 与训练时相同（{ $method }）：{"\u00a0"}{ $trained }
answer-little = { $words } 个词中有 { $unknown } 个的向量由拼写生成：预测意义不大。
answer-partial = { $words } 个词中有 { $unknown } 个的向量由拼写生成；预测也依据它们。

## 每个头做什么

figures-title = 每个头做什么
figures-hint = 熵、距离、近处份额、与 B 的散度
figures-about = 方法 A，对所有查询取平均。散度是与 B（{ $method }）的 Jensen–Shannon 散度，单位奈特（权重完全相同为 0，没有共同的词时最大，为 ln 2 = 0.693）。有效词元数是 e 的熵次方：相当于均匀的注意力分散到多少个词。和不为 1 的行先归一化。
figures-table = 各头的指标
figures-show = 显示头 { $head }
column-nats = 奈特
column-share = 份额
column-head = 头
column-prefers = 偏好
column-entropy = 熵
    .title = 一行权重的熵：只看一个词元为 0，全部相同为 ln N
column-effective = 有效数
    .title = e 的熵次方：相当于均匀的注意力分散到多少个词元
column-distance = 距离
    .title = 所关注词元的平均距离
column-near = 2 以内
    .title = 距离不超过 2 个词元的权重所占份额
column-zeroed = 置零
    .title = 不大于 0 的原始得分所占份额：ReLU 把它们置为 0
column-divergence = 散度
    .title = 与面板 B 的 Jensen–Shannon 散度
even = 均匀注意力
even-title = 假如每个查询对所有词元都同样关注
row-none = 指向单元格，可查看所在行的指标。
row-figures = 头 { $head }，查询“{ $query }”：熵 { $entropy } 奈特，有效词元数 { $effective }，平均距离 { $distance }，2 个词元以内的份额 { $near }，与 B 的散度 { $divergence }。
row-undefined = 无定义

## 模型 A 学到了什么

learned-title = 模型 A 学到了什么
learned-hint = 各头的 w 和 v，初值与学到的值，以及模型卡片
learned-about = 各头按学到的值从大到小排列，同论文图 6 和图 7：条形是学到的值，小圆圈是训练的初值。符号若与初值相同，不算学到的结果。
learned-nothing = 没有：它的投影未经训练。
learned-no-distance = 它不感知距离：训练时 w 和 v 不起作用。
learned-card = 模型卡片
learned-in-file =
    { $layers ->
       *[other] { $model }：{ $layers } 层，每层 { $heads } 个头；输入：{ $reads }。
    }
learned-own = 各头自带 w 和 v。
learned-not-own = 各头没有自带的 w 和 v：w = 0 时，注意力与文件一致。
learned-causal = 它是因果模型。

## 超过 512 个词元的句子

long-computed = 词元超过 { $most } 个：只计算头 { $head }，由两个后台程序逐行计算。
long-computed-memory = 词元超过 { $most } 个：只计算头 { $head }，由两个后台程序逐行计算（各占 { $memory } MB）。
long-too-large = 得分过大，无法重缩放。
long-coming = 第一张图即将就绪。
long-every-cell = 所有单元格都已画出。
long-reduced = 一个像素代表至多 { $high } × { $wide } 个单元格，显示其中离 0 最远的权重；放大可看单个单元格。
long-draft = 一个像素代表至多 { $high } × { $wide } 个单元格，显示其中离 0 最远的权重，目前每 { $high } 行取一行（已细化 { $share }%）；放大可看单个单元格。
long-figures = 指标：已算 { $rows } / { $tokens } 行。
long-left-out = 光标所在单元格的数值是精确的。不提供：其他头的图和指标、连线、多个头并排、逐个词元、从距离到权重的各步、预测，以及数值文件。

## 读给听页面的人

told-move = { $says }。A 现在的平均关注距离为 { $distance }。
told-released = 没有锁定的单元格。
told-locked = 已锁定：“{ $query }”关注“{ $key }”。

walk-line = 逐步走读这篇论文（用到一些数学）
## 用文字说明 w 和 v 的作用。$w、$v：与滑块上的数相同

about-base = 底 { $base }
reach-of-term = 比 { $reach } 个位置更远的词按 { $reach } 个位置计算。
reach-of-term-none = 范围为 0：每个词都按它自己计算。
reach-of-term-all = 与训练时相同：这里的 { $most } 种距离各自计算。
base-of-rotation = 底 { $base }（训练时为 { $trained }）：最慢的一对维度每个位置转 { $angle } 弧度。
content-says = u × { $factor }：u 把所有查询引向相同的词，强度为训练时的 { $factor } 倍。
position-says = v × { $factor }：v 把所有查询引向相同的距离，强度为训练时的 { $factor } 倍。
bucket-of-one = j − i = { $offset } 自成一桶，其数为 { $number }。
bucket-of-many = 在这句话里，它的桶包含 j − i 从 { $first } 到 { $last }，其数为 { $number }。
shift-says = 在该桶训练所得的数上加 { $shift }。
beta-alone = β = { $beta }
beta-says = { $places ->
   *[other] β = { $beta }：给前面第 { $places } 个词的得分加 { $before }，后面的加 { $after }
}
beta-says-mean = { $places ->
   *[other] β = { $beta }：平均给前面第 { $places } 个词的得分加 { $before }，后面的加 { $after }
}
w-percent = { $number }%
w-percent-little = 不到 0.1%
w-percent-none = 0%
w-keeps-scores = w = { $w }：无论远近，w 都不改变得分
w-keeps-weights = w = { $w }：无论远近，w 都不改变权重
w-near = { $w }，偏近
w-far = { $w }，偏远
w-score = 得分
w-weight = 权重
w-shrinks = w = { $w }：{ $what }随距离减小
w-grows = w = { $w }：{ $what }随距离增大
w-takes = { $places ->
   *[other] w = { $w }：相距 { $places } 位的{ $what }保留 { $share }
}
w-lifts = { $places ->
   *[other] w = { $w }：相距 { $places } 位的{ $what }按 { $times } 倍计
}
w-turns-score = { $places ->
   *[other] w = { $w }：相距 { $places } 位的词，其得分变号，为 { $times } 倍
}
w-turns-weight = { $places ->
   *[other] w = { $w }：相距 { $places } 位的词，其权重变号，为 { $times } 倍
}
w-adds-to-score = { $places ->
   *[other] w = { $w }：相距 { $places } 位的词，其得分加上 { $added }
}
w-adds-to-weight = { $places ->
   *[other] w = { $w }：相距 { $places } 位的词，其权重加上 { $added }
}
v-none = 此映射没有 v。
v-without-w = v = { $v }：w 为 0 时不起作用
v-lifts = v = { $v }，能增多高：最多 { $times } 倍
v-lifts-here = v = { $v }，能增多高：至 { $times } 倍（上限 { $bound }）
v-fades = v = { $v }，多早减小：在距离 1 处 { $times } 倍
v-adds = v = { $v }：远处的词最多加上 { $added }
v-adds-here = v = { $v }：远处的词在此最多加上 { $added }，上限 { $bound }
v-adds-little = v = { $v }：在这个句子里，加上的值在任何距离上的损失都不到一半
v-adds-half-at-one = v = { $v }，在此 w 下：相距 1 位时加上的值减半
v-adds-most-at-one = v = { $v }，在此 w 下：相距 1 位时加上的值只剩 { $percent }
v-adds-half = v = { $v }，在此 w 下：相距 { $places } 位时加上的值减半
rows-are-even = { $tokens ->
   *[other] 各行几乎均匀，如同分布在 { $tokens } 个词中的 { $effective } 个上：偏近的头只压低远处词的得分，并不抬高近处的词，而得分为 0 的词仍有其份额（e⁰ = 1）。
}
rows-are-even-clipped = 各行几乎均匀，如同由 { $effective } 个词平分（共 { $tokens } 个）：多数得分是 0，而得分为 0 的词仍有其份额（e⁰ = 1）。

## A − B 显示什么

apart-unrelated = A − B 比较的是两个模型：一个模型的头与另一个模型中同编号的头毫无关系。
apart-heads = A − B 比较同一模型的两个头。
apart-layers = 同一个头，但其中一方前面的层被改动过：A − B 也包含这部分影响。
apart-term = 同一个头，但 A 中模型的位置项已改动：A − B 也包含这一部分。
apart-positions = 同一个头，但 { $with } 看得到位置，{ $without } 看不到：A − B 也包含位置的影响。
apart-none = A 与 B 的注意力相同：A − B 为 0。
apart-methods = 同一个头，相同的查询和键：A − B 是两种方法的不同之处。
apart-parameters = 同一个头，相同的查询和键，相同的方法：A − B 是不同的 w 和 v 的作用。
apart-softmax = 同一个头，相同的查询和键：A − B 是去掉 softmax 的作用。
apart-distance = A 减去 w = 0 时的 A：距离的作用。其余在两者中都相同。
apart-distance-alone = 同一个头，相同的查询和键：A − B 是距离的作用。
apart-clipping = w = 0 时的 A 减去 B：ReLU 的作用，尚无距离。
apart-clipping-alone = 同一个头，相同的查询和键：A − B 是 ReLU 的作用。
apart-both = 同一个头，相同的查询和键：A − B 是 ReLU 与距离的共同作用。
apart-not-distance = w = 0 时的 A 减去 B：与距离无关的部分。
apart-rest = w = 0 时的 A 减去 B：A − B 去掉 A 的距离后剩下的部分。
apart-at-zero = 距离为 0 时 A 的系数已是 { $value }，而 { $neutral } 才不改变任何值：A − B 也包含这部分影响。
