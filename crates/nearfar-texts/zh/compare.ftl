## 板块及其各部分

kept = 句子和树已保存；重新加载后即可继续。

lead = 每种方法都以自己的方式告诉注意力词在哪里。选两种作 A 和 B，看同样的词看向何处。

parts = 对比的各部分
parts-methods = 方法
parts-terms = 如何计算
parts-notices = 谁能察觉变化？
parts-apart = 有多不同？
parts-knows = 各知道什么
parts-tree = 句法树

## 各部分通用

reason = { $why }。
quoted = “{ $word }”
nats = 奈特
head = 头 { $number }
head-of-fewer = { $title }，共 { $heads } 个头中的头 { $number }
head-of-blocks = { $title }，后向块
head-last = 只有 { $heads } 个头：显示头 { $heads }。
distance-axis = 距离 |i − j|

## 句子，以及对比所用的数值

sentence = 句子

made-each = 训练好的模型；影评模型之间只有方法不同。另有 { $count } 种方法未经训练：见“{ numbers-seeded }”。
made-own = 排在最前的是已打开文件中的模型，按训练所得的样子：{ $names }。
made-seeded = 未训练：所有方法共用一组由种子生成的随机投影。两张图的差别只来自方法，并不反映语言。
made-bundled = 训练好的词向量与投影，取自“{ $model }”，用于每种方法。方法自带的其他参数（表、偏置）由种子生成，并非学到。
made-file = 训练好的词向量与投影，取自“{ $model }”第 { $layer } 层：查询、键和值是模型在自己的词元上得到的，连同其中所含的位置信息。方法自带的其他参数（表、偏置）由种子生成，并非学到。模型加在得分上的偏置被略去：各方法在那里加上自己的偏置。
made-method = DA-Transformer 的映射或调整方式已在这里或实验室中更改。
made-cut-by-model = 模型只处理前面的词元；其后 { $count } 个被略去。
made-cut = 此板块只对比 { $most } 个词元；其后 { $count } 个被略去，树也一并略去。
made-cut-memory = 记忆只使用最后 { $most } 个词元；其前 { $count } 个被略去。
made-words-of-tree = 句子中连写的词在树中是分开的；对比的是树中的词。
made-unknown = 没有词向量、改用由拼写生成的向量的词：{ $words }。

## 模型：哪个模型，哪一层，哪个文件

numbers = 模型
numbers-seeded = 由种子生成
numbers-one = 同一模型
numbers-trained = 各训练模型
numbers-moved = w 或 v 在实验室、曲线或这里移动过：“{ numbers-trained }”显示各自训练时的样子。
one-moved = 由于 w 或 v 移动过，现在所有方法都在同一个模型上、用移动后的数值对比。
    .back = 回到训练时的各模型
numbers-w-v = w 和 v：移动过的用移动后的值；否则用训练所得的值；没有训练过的由种子生成。
model = 查询和键取自
model-layer = 层，1 至 { $last }
    .name = 层
model-layer-beyond = 要求的是第 { $asked } 层，但模型共 { $last } 层：对比第 { $last } 层
model-open = 打开检查点…
    .name = 打开模型
model-go-on-without = 改用种子生成的数值
model-assumed = <b>以下为假设，文件中没有：</b>只有全部属实，图中显示的才是该模型。
    .name = 所作的假设
model-sst2-da = DA：影评
model-sst2-vanilla = 标准：影评
model-agnews-da = DA：新闻
model-agnews-vanilla = 标准：新闻
model-films = { $method }：影评
model-own = { $method }：{ $name }

## 方法所依据的树

stand-in-none =
    { $count ->
       *[other] 占位树：输入的句子没有已知的树，每个词都依存于左邻的词。有 { $count } 种方法据此作图。
    }
stand-in-begun =
    { $count ->
       *[other] 半占位树：输入的句子没有已知的树，你没有移动过的词都依存于左邻的词。有 { $count } 种方法据此作图。
    }
stand-in-read =
    { $count ->
       *[other] 有 { $count } 种方法按读入的树作图。
    }
stand-in-edited =
    { $count ->
       *[other] 有 { $count } 种方法按你编辑的树作图。
    }
stand-in-give-tree = 提供树
stand-in-see-tree = 查看树

## 各方法一览

grid = 所有方法
grid-coming = 已计算 { $here } / { $all }
grid-how = 纵向为查询，横向为键，越亮权重越大。指向或点按一个单元格；用 A 和 B 选定两种方法。
grid-pointed = { $pair }：权重见各图下方。
grid-answer = 回答 { $class }，{ $share }
grid-picture = { $method }：注意力权重，纵向为查询，横向为键
grid-pick = 作为 { $letter } 对比
    .name = 将 { $method } 作为 { $letter }

## 对比什么

heads = 注意力头
heads-averaged = 取平均
more = 颜色、掩码、k、w、v、映射、记忆
colours = 颜色
colours-own = 各自范围，A 与 B 相同
colours-common = 统一范围
causal = 因果：词元看不到后面的词元
choose-heads = h，每种方法的头数
choose-clip = k，最大相对位置
memory = 记忆：句子之前的文本，只有 Transformer-XL（因果）能看到

## DA-Transformer 自己的参数

distance-head-learned = DA-Transformer，头 { $head }：没有改动过的 w 和 v 是学到的值。
distance-head-seeded = DA-Transformer，头 { $head }：没有改动过的 w 和 v 由种子生成。
distance-heads-learned = DA-Transformer，所有头：没有改动过的 w 和 v 是学到的值。
distance-heads-seeded = DA-Transformer，所有头：没有改动过的 w 和 v 由种子生成。
distance-slider = DA-Transformer 的 { $symbol }，{ $hint }
distance-mapping = DA-Transformer：映射
distance-adjustment = DA-Transformer：调整方式
    .terms = 先、后、乘、加
    .means = 先（early）：距离系数在 softmax 之前作用于得分，每行的和仍为 1。后（late）：在 softmax 之后作用于权重。乘（multiply）：乘以系数；加（add）：加上系数。论文采用的是先乘，作用于经 ReLU 在 0 处截断的得分。
distance-restore = 恢复 w 和 v
distance-from-lab = 与实验室一致
    .title = 采用实验室中方法 A 的模型、层、头、w、v、映射和调整方式

## A 与 B 对比

pair = A 与 B 对比
pair-dock = A 与 B 对比，小图
pair-memory = 记忆：{ $word }
pair-method = { $letter } 的方法
pair-point = 请指向或点按一个单元格
pair-minus = A − B：{ $a } − { $b }
pair-numbers = { $whose }；DA-Transformer：{ $numbers }
pair-trained-apart = 分别训练：A 的一个头不一定与 B 的同号头做同样的事
pair-same-numbers = 投影相同：不同的只是方法
pair-reach = A 平均看向 { $a } 个词元之外，B 为 { $b }。
pair-by-distance = 看得多远
    .about = 各距离（词元数）上的注意力份额；竖线：平均距离
    .said = 各距离上的注意力份额。A，{ $a }；B，{ $b }
pair-apart = A 与 B 平均相差 { $mean } <slot>奈特</slot>
pair-apart-row = A 与 B 平均相差 { $mean }，在“{ $word }”这一行相差 { $row }，单位<slot>奈特</slot>

## 相差多远

apart = { parts-apart }
apart-of-all = 逐行计算 Jensen–Shannon 散度再取平均，单位<slot>奈特</slot>：0 表示注意力完全相同，0.693 表示没有共同的键。选一个单元格，即可将对应的两种方法设为 A 和 B。
apart-of-row = “{ $word }”这一行的 Jensen–Shannon 散度，单位<slot>奈特</slot>：0 表示注意力完全相同，0.693 表示没有共同的键。选一个单元格，即可将对应的两种方法设为 A 和 B。
apart-two = { $one } 与 { $other }：{ $divergence }
apart-two-none = { $one } 与 { $other }：无法比较
apart-blank = 空白单元格表示无法比较：两种方法之一在该处没有权重，或其权重不能算作一行中的份额。
apart-picture = 所有方法之间的散度：{ $two }
apart-see = 查看 A 与 B 对比

## 各知道什么

knows = { parts-knows }
    .table = 每种方法知道什么
knows-method = 方法
knows-direction = 方向
knows-exact = 精确距离
knows-beyond = k 以外
knows-syntax = 句法
knows-parameters = 新增参数
knows-time = 单次运行（ms）
knows-source = 出处
knows-formula = 公式
knows-yes = 是
knows-partly = 部分
knows-no = 否
knows-unknown = 未知
knows-as-in-file = 取决于模型的查询与键中含有多少位置信息
knows-short = 方向：{ $direction }；精确距离：{ $distance }
knows-about = 新增参数是普通层的 <slot>W_Q, W_K, W_V, W_O</slot> 之外的参数；时间是该方法先运行一次之后，在此浏览器中对此句计算一次所用的时间，细微差别出于偶然。
knows-of-each =
    { $tokens ->
       *[other] 此处：{ $tokens } 个词元；h、k 和 d 各模型自有。
    }
knows-of-model =
    { $tokens ->
       *[other] 此处：h = { $h }，k = { $k }，树距离最大 { $distance }，遍历最长 { $traversal } 个字符，{ $tokens } 个词元。
    }
knows-of-seeded =
    { $tokens ->
       *[other] 此处：h = { $h }，d = { $d }，k = { $k }，树距离最大 { $distance }，遍历最长 { $traversal } 个字符，{ $tokens } 个词元。
    }

## 谁能察觉：做什么改动

notices = { parts-notices }
notices-about = 此处是所示注意力实际的反应；其方法能够知道什么，见“{ parts-knows }”。
notices-reverse = 颠倒句子
notices-insert = 插入一个词
notices-word = really
    .name = 要插入的词
notices-before = 在此词元之前
    .name = 插在第几个词元之前，从 1 数起；比词元数多 1 表示句末
notices-at-end = 句末
notices-at-cursor = 光标处
notices-repeat = 重复一个词
notices-which = 哪个词
notices-repeat-where = 放在句末

## 谁能察觉：怎样测量，应当看到什么，为什么

notices-how = 怎样测量，应当看到什么
notices-reverse-how = 把句子倒过来读，再把图翻转回来，让相同的词处在相同的位置。数值是每个词的权重在改动前后的 Jensen–Shannon 散度的均值，单位奈特：没有变化为 0，最大为 ln 2 = 0.693。“所有头”的图取平均；数值逐头测量。
notices-reverse-why = 只知道距离的方法在镜像中看到的 |i − j| 不变，什么也察觉不到：DA-Transformer、对称的 ALiBi 及同类方法，以及没有位置信息的方法。能区分左右的方法会察觉：正弦位置编码、TENER、Transformer-XL、相对位置、T5、RoPE；察觉最明显的是只能看一侧的方法：因果形式，以及 DiSAN，它的两个块会互换，而对两者取平均会掩盖这一点。句子倒过来，树还是同一棵树，变的只是兄弟节点在哪一侧：遍历包含这一信息，树距离不包含。
notices-insert-how = 增加一个词。略去它所在的行和列，再把每行其余部分缩放到原来的和，使得计入的只有原有的词之间的变化。数值是其权重在改动前后的 Jensen–Shannon 散度的均值，单位奈特，最大为 ln 2 = 0.693。
notices-insert-why = 没有位置信息时，其余的词不变：什么也察觉不到。按词元计数的方法，凡跨过新词的距离加 1，就会察觉；在 k 处截断的，只在 k 以内察觉。只在树上计数的方法什么也察觉不到：新词作为叶子依存于邻近的词。加到词上的正弦位置编码能察觉插入处之后的一切。DiSAN 知道次序而不知道距离，几乎什么也察觉不到。
notices-repeat-how = 把所选的词在句末再放一次。数值是 |a − b| / (a + b) 的均值，a 和 b 是一行分给这两个词的权重：处处无法区分为 0，最大为 1。
notices-repeat-why = 没有位置信息时，两者的向量相同，权重也相同。真正的距离能区分近的与远的；标签不能；树可以，因为依存于前者的词并不依存于它的副本。
notices-mask = 因果掩码本身就能区分首尾，所以每种方法都会察觉。不用掩码时：
notices-mask-insert = 在原有的词之间，因果掩码没有变化。

## 谁能察觉：结果

notices-count = { $all } 种方法中，有 { $count } 种察觉到。
notices-picture-before = 之前
notices-picture-after = 之后
notices-nothing = ○ 未察觉（{ $amount } 奈特）
notices-nothing-of-one = ○ 未察觉（{ $amount }，最大为 1）
notices-some = ● 察觉：{ $amount } 奈特
notices-some-of-one = ● 察觉：{ $amount }（最大为 1）
notices-little = ● 察觉：不到 { $least } 奈特
notices-little-of-one = ● 察觉：不到 { $least }（最大为 1）
notices-failed = ⚠ 无法计算
notices-failed-why = ⚠ 无法计算：{ $why }
notices-negative = 权重小于 0，不能算作一行中的份额
notices-no-row = 没有一行在改动前后都有权重
notices-row-empty = 这一行没有给任何词元权重
notices-rows-empty = 各行都没有给任何词元权重

## 为什么无法完成

why-empty = 句子为空
why-nothing-to-change = 没有可改动的句子
why-nothing-typed = 句子为空；请先输入句子
why-no-token = 没有第 { $place } 个词元：句子只有 { $tokens } 个
why-too-long = 再加一个词就会超过 { $most } 个；请缩短句子
why-no-word = 没有要插入的词；请输入一个词
why-read-once = 来自文件的模型只读过这个句子，没有读过改动后的句子，后者必须从第一层重新计算：这项改动可以在种子生成的投影和内置模型上查看
why-nothing-to-explain = 暂时没有可说明的内容
why-no-layer = 缺少模型的这一层
why-layer-misfit = 这一层的数值互不相符
why-heads = 头数为 { $heads }；只能是 1 至 { $most }
why-clip = k 为 { $clip }；只能是 1 至 { $most }
why-no-number = w 和 v 必须是数字
why-no-model = 模型 { $model } 未加载
why-coming = 它的文件尚未加载
why-no-own-numbers = 模型没有其方法所需的数值

## 出错

ended = 计算程序{ $why }。它已重新启动；请选择或输入别的内容。
ended-for-good = 计算程序{ $why }。请重新加载页面；句子和树已保存。
file-not-used = { $file } 无法使用：{ $why }。

## 链接与撤销

link-misread = 链接中有一部分无法识别，保留默认值：{ $parts }。
link-part = { $name }：{ $why }
link-other-tree = 它属于另一个句子
link-no-choice = 没有这个选项
link-no-part = 此板块没有 { $found } 这一部分
link-no-model = 页面没有模型 { $found }
link-no-method = 没有方法或模型 { $found }
link-not-model = { $found } 是方法，而这里比较的是训练好的模型
link-not-method = { $found } 是训练好的模型，而这里比较的是方法
link-no-layers = 只有来自文件的模型可以选择层
link-not-distance-aware = { $found } 不是 DA-Transformer（da:MAPPING:ADJUSTMENT）
link-not-of-head = { $found } 不是 HEAD:NUMBER 的形式
link-too-long = { $bytes } 字节过长；最多保存 { $most } 字节
link-not-whole = { $found } 不是 1 至 { $most } 的整数
link-not-range = { $found } 既不是 own 也不是 common
link-not-flag = { $found } 既不是 yes 也不是 no
link-not-cell = 需要两个数字
link-beyond-sentence = 第 { $query } 行第 { $key } 列超出了句子的最后一个词元（第 { $tokens } 个）；没有锁定单元格
link-beyond = { $number } 超过 { $most }
link-not-probe = 不是 none、reverse、insert,位置,词、repeat,位置 中的任何一种
link-not-kept = 这不会写入链接，也无法撤销：{ $why }。要保留树，请存为 .conllu。

## 各方法的计算过程

terms = { parts-terms }
terms-coming = 正在计算中间量…
terms-memory = 记忆，句首之前第 { $count } 个

## 计算过程：一对词元的算式

equation-pair = “<slot>{ $query }</slot>”关注“<slot>{ $key }</slot>”
equation-of-cursor = { $head }，光标所在；点击或按 Enter 可锁定。
equation-of-strongest = { $head }，两个不同词元之间最大的权重。指向任一单元格，或用方向键移过去。
equation-of-a = { $head }，A 的最大权重所在。指向任一单元格，或用方向键移过去。
equation-masked = 此查询不能看此键：无论得分多少，权重都是 0。
equation-weight = 权重 { $weight }%。
equation-rounded = 数值保留三位小数，悬停可见全部位数；求和用的是完整的数值。
equation-source = 出自 { $paper }。
equation-score = 得分
equation-share = 权重
equation-sum = 和
equation-content = 内容
equation-taken-off = 扣除
equation-log-sum = 该行的 ln Σ exp
equation-row = 行
equation-offset = 偏移

## 计算过程：中间量的图

place-query = 查询 { $token }
place-key = 键 { $token }
place-offset = 偏移 { $offset }
place-other = 位置 { $number }
place-row = 第 { $number } 行
place-row-named = 第 { $number } 行（{ $name }）
place-feature = 特征 { $number }
place-dimension = 第 { $number } 维
picture-masked = 被掩码
picture-memory = 记忆
picture-name = { $title }，{ $rows }，{ $columns }。{ $place }：{ $value }
picture-rows =
    { $count ->
       *[other] { $count } 行
    }
picture-columns =
    { $count ->
       *[other] { $count } 列
    }
step-with = 与

## 计算过程：全部中间量

every = 全部中间量
every-how =
    { $count ->
       *[other] 此头的 { $count } 个中间量，按计算次序排列，名称沿用论文。选一个即可查看。
    }
every-table = { $letter } 的中间量
every-name = 名称
every-what = 含义
every-shape = 形状
every-source = 出处
shape-queries =
    { $count ->
       *[other] { $count } 个查询
    }
shape-keys =
    { $count ->
       *[other] { $count } 个键
    }
shape-tokens =
    { $count ->
       *[other] { $count } 个词元
    }
shape-dimensions =
    { $count ->
       *[other] { $count } 维
    }
shape-features =
    { $count ->
       *[other] { $count } 个特征
    }
shape-offsets =
    { $count ->
       *[other] { $count } 个偏移
    }
shape-rows =
    { $count ->
       *[other] 表的 { $count } 行
    }

## 计算过程：左与右，以及表

sides-before = 查询之前（左）
sides-after = 查询之后（右）
sides-of-query = 光标处的查询，随距离变化
sides-of-every-query = 每个查询都相同，随距离变化
sides-of-positions = 位置之间，随距离变化
sides-same = 左右相同。
sides-differ = 左右最多相差 { $most }。
sides-one = 只有一侧。
sides-name = { $title }，随距离的变化。{ $says }
sides-sinusoids = 只看正弦位置编码：两个编码的内积 { $product }
offsets = 各偏移处的位置项
table-row = 第 { $row } 行（0 至 { $last }），“{ $name }”：{ $all } 对中有 { $pairs } 对使用它。

## 标准注意力

vanilla-scores = 得分与权重
    .about = 位置在查询和键之中，没有单独的一项。
bare-scores = 得分与权重
    .about = 只有查询与键的内积：此方法没有位置项。
vanilla-positions = 位置加到词上
    .about = 正弦位置编码的内积知道距离，不知道方向；W_Q 和 W_K 要从中得出注意力所需的信息。

## DA-Transformer

da-steps = 式 (2) 至式 (6)，逐步计算
    .about = ReLU 之后没有小于 0 的得分，所以系数越大，得分绝不会越小。权重是一行中的份额：偏近的头（w < 0）只降低远处的得分，不抬高任何得分，而得分 0 仍占一份（e⁰ = 1）；若 ReLU 之后一行全为 0，就对各处同样关注。
da-steps-late = { da-steps }
    .about = 先做 softmax，系数再作用于其份额：每行的和不再为 1，之后也不会重新归一化。
da-steps-unclipped = { da-steps }
    .about = 没有 ReLU，原始得分可能为负：相乘的系数对负的得分与对正的得分作用相反；相加的系数则对两者作用相同。
da-coefficients = 各距离的系数
    .about = 所显示的头的 f(w |i − j|)，左右相同。虚线：1，不改变任何东西。
    .chart = 各距离的系数
da-coefficient-of-head = 所显示的头的系数
da-coefficient-one = 1：既不提升也不抑制
da-raw-score = 原始得分
da-raw-softmax = 原始得分的 softmax
da-coefficient = 系数

## Shaw 的相对位置

shaw-sum = 内容与位置相加得到得分
    .about = 偏移的向量加到键上；它与查询的内积就是位置的贡献。
shaw-table = 2k+1 行的表
    .about = 偏移相同的所有词元对共用一行；超出 k 的都用最后一行。该行分别用于键（a^K）和值（a^V）。
shaw-offsets = { offsets }
    .about = 光标处查询的 q_i · a^K：k 以内每个偏移各有其值，从 k 起都相同。

## Transformer-XL

xl-sum = 四项相加得到得分
    .about = 内容对内容 (a)、内容对位置 (b)；所有查询共有的内容项 (c) 和位置项 (d)。四项之和除以 √d 就是得分。
xl-shift = 相对移位
    .about = 位置项对每个偏移只算一次：每一列对应一个偏移 i − j。移位使每行的列变为对应一个键。两个光标指着同一个数值。
    .step = → 移位
xl-offsets = { offsets }
    .about = 光标处查询的 (b) + (d)：它之前的和之后的各有其值。

## TENER

tener-sum = 各项相加得到得分
    .about = 键是 H 的切片（式 (16)）：没有 W_K，公开的代码中也没有。H 的宽度必须等于所有头的宽度之和，而词向量不是：先用一层把词向量变换成 H，与公开的代码相同。不除以 √d：论文认为更尖锐的权重适合序列标注。
tener-direction = 方向
    .about = 偏移的正弦随方向变号，余弦不变：查询因此能区分左右。两个正弦位置编码的内积只含余弦，两侧相同。

## 结构偏置：树

tree-sum = 内容与偏置相加得到得分
    .about = 树中路径（以及偏移）的向量加到键上；值上不加。
tree-distances = 每对词元的树距离
    .about = 两个词之间的弧数；弧数相同的词元对使用表中的同一行。
tree-traversals = 每对词元的树遍历
    .about = U 表示向上一步，D 表示向下一步，L 或 R 表示左侧或右侧的兄弟节点；路径相同的词元对使用表中的同一行。
tree-way = 树中的路径
    .about = 从查询到键，逐条弧走过。
tree-positions = 每对词元的相对位置
    .about = 除树之外，句中的偏移另有一个表，在 k 处截断。
tree-way-up = 向上
tree-way-down = 向下
tree-way-none = 词元与自身：无路可走。
tree-way-arcs =
    { $count ->
       *[other] { $count } 条弧：树距离为 { $count }。
    }
tree-way-left-out = 未显示树：词数超过 { $most }，而半棵树不能算树。
tree-distance = 树距离
tree-traversal = 树遍历
tree-itself = 自身

## 专用头

labels-guide = 标签引导一个头
    .about = 专用头的查询和键只来自标签：标签相同的词元对，得分相同。
labels-beside = 专用头与所显示的头
    .about = 左为专用头，右为上方所选的头。
    .step = 所显示的头：
labels-head-specialised = 头 { $number }：★ 专用
labels-head-specialised-shown = 头 { $number }：★ 专用，当前显示
labels-head-ordinary = 头 { $number }：普通
labels-head-ordinary-shown = 头 { $number }：普通，当前显示
labels-query-and-key = 查询、键
labels-query = 查询
labels-key = 键
labels-mean = 专用头的平均权重：行是查询的标签，列是键的标签。
    .table = { $letter }：各标签对的平均权重
labels-all-alike = 所有词元的标签都相同，因此各对没有区别：请在“句法树”部分为句子提供树和标签。
labels-of-query = i 的标签
labels-of-key = j 的标签

## DiSAN

disan-features = 每个特征的权重，两个方向
    .about = 前向块只看前面的词元，后向块只看后面的词元；带阴影线的单元格不能看。
disan-forward = 前向：看前面的词元
disan-backward = 后向：看后面的词元
disan-to-sentence = 从词元到句子
disan-choose = 显示哪个特征
disan-mean = 所有特征的均值
disan-or-one = 或 { $count } 个之一
disan-feature = 特征
    .by-number = 特征编号
disan-weights-of-feature = 句向量中<b>各词元的权重</b>，特征 { $number }
disan-weights-of-mean = 句向量中<b>各词元的权重</b>，所有特征的均值
disan-forward-half = 前向一半
disan-backward-half = 后向一半
disan-forward-block = 前向块
disan-backward-block = 后向块
disan-no-equation = 每个特征各有算式：请在下方选择一个特征。
disan-is-mean = 这是所有特征的均值。

## ALiBi

alibi-sum = 内容加上固定的偏置
    .about = 距离每增加一个词元，扣除的量就增加该头的一个斜率。
alibi-slopes = 所有头的斜率
    .about = h 个头时为 1/256 的 h 次方根及其平方、立方，依此类推：斜率大的头看近处，斜率小的头看远处。没有任何参数要学。
alibi-chart = ALiBi 扣除的量，随距离变化
alibi-head = 头 { $number }
alibi-head-shown = 头 { $number }，m = { $slope }
alibi-every-slope = 头 1 至头 { $heads } 的 m：{ $slopes }。
alibi-slope = 斜率 m

## T5

t5-sum = 内容加上按桶取的偏置
    .about = 每个桶、每个头一个数，加到得分上。
t5-buckets = 桶
    .about = 近的偏移各占一个桶，远的偏移共用越来越大的桶；左右各有自己的桶。
t5-chart = 各偏移处的偏置
    .axis = 偏移：键 − 查询
    .curve = 偏移所在桶的偏置
    .far = 直到最远的桶
t5-bucket = 桶

## RoPE

rope-angles = 按位置旋转
    .about = 每对维度旋转的角度是位置乘以各自的角度；两个词元之间起作用的是旋转之后的夹角。转得快的维度对区分近的偏移，转得慢的区分远的偏移。
rope-turning = 旋转前后
    .about = 同样的查询和键：按位置旋转后，内积变成什么样。
    .step = → 旋转后
rope-clock = 维 { $one }、{ $other }
    .name = 第 { $one } 维和第 { $other } 维：{ $degrees } 度
rope-how = 偏移 { $offset }：虚线指针表示不旋转。每个表盘下方是这对维度对得分的贡献，旋转前 → 旋转后；总和分别为 { $before } 和 { $after }。
rope-unturned = 不旋转
rope-turned-product = 旋转后的 q_i · 旋转后的 k_j

## 随距离的惩罚

penalty-sum = 内容加上学到的惩罚
    .about = 扣除的量随距离增加；如何增加由每个头学到的数决定。
penalty-offsets = 各偏移处的惩罚
    .about = 从光标处查询的得分中扣除的量，左右相同。

## 折棍注意力（stick-breaking）

stick-steps = 从最近的键起逐段分棍
    .about = σ 把每个得分变成剩余部分的份额。最近的键先取，剩下的留给下一个键：没有 softmax，也没有位置。最后剩下的不归任何键，
        所以一行之和小于 1；第一个查询看不到任何键。
stick-whole = 整根棍
stick-taken = 较近的键已取走
stick-left = 留给此键

## 遗忘注意力

forget-sum = 内容加上门放行的部分
    .about = 每个词元有一个 0 到 1 之间的门，由其向量算出。键与查询之间各门（含查询自己的门）的对数之和就是偏置：接近 0 的门会挡住它
        之前的一切。
forget-through = 门放行

## CoPE

cope-count = 数键
    .about = 门说明一个键算多少。键的位置是从它到查询的各门之和，不是整数：并非每个词元都算数。
    .step = → Σ 到查询为止
cope-sum = 内容加上数出来的位置
    .about = 每个整数位置有一个向量，它与查询的乘积加到得分上。两个整数位置之间取两者连线上的值。
cope-position = 位置 p

## 由小网络给出的偏置：FIRE 与对数间隔的连续偏置

fire-sum = 路程的份额及其偏置
    .about = 距离取其对数，再除以查询自身位置的对数：不论文本多长，查询之前的键的份额都在 0 到 1 之间。一个小网络由它给出每个头的偏置。
    .step = → 网络
cpb-sum = 余弦加上偏移的偏置
    .about = 查询与键只按夹角计算，再乘以 τ。一个小网络由偏移的对数给出偏置：远的偏移彼此靠近。σ 使偏置保持在 0 到 16 之间。
bias-offsets = 各偏移处的偏置
    .about = 加到光标处查询的得分上的量，左边与右边。
network-slope = 斜率
network-start = 起点
cpb-bias = 偏置

## 窗口与汇（sink）

window-steps = 近处的键与一个汇
    .about = 查询看不到窗口以外的键。softmax 多一个 logit，即汇：它取走一行中的一份，却没有值。近处没有合适的键时，注意力就不落在任何键上。
window-sink-logit = 汇
window-sink-weight = 汇取走

## DeBERTa

deberta-sum = 三个乘积之和就是得分
    .about = 查询的词与键的词；查询的词与键的相对位置（c2p）；键的词与相对位置（p2c）。因为有三项，每项都除以 √(3d)。
deberta-table = 相对位置的行
    .about = 位置也是向量，像词一样被投影：一次成为键（k^r），一次成为查询（q^r）。超出表的偏移共用最后一行。

## 树：绘制与编辑

trees = { parts-tree }
trees-how = 把一个词拖到新的中心词上。触屏：点按该词两次，再点按中心词。键盘：方向键移动，Enter 拾起该词的弧，方向键选择中心词，Enter 放下，Escape 放回。
trees-no-word = 还没有词：请输入句子，或选用一个例句。
trees-words = 树中的词
trees-word = { $form }，第 { $place } 个词，{ $part }，{ $head } 的 { $relation }
trees-make-root-instead = 将 { $word } 设为根

trees-picked-by-keys = 已拾起 { $word } 的弧：方向键选择中心词，Home 选 ROOT；Enter 放下，Escape 放回。
trees-picked-by-tap = 已拾起 { $word } 的弧：点按新的中心词，或点按 { $word } 放回。
trees-picked-by-drag = 把 { $word } 的弧拖到新的中心词上。
trees-over-none = 在此松开即放回。
trees-over = 挂到 { $head }。
trees-over-refused = 不能挂到 { $head }：{ $why }。
trees-refused = 未作改动：{ $why }。
trees-put-back = { $word } 的弧保持不变。
trees-hangs-already = { $word } 已经依存于 { $head }。
trees-hangs-now = { $word } 现在依存于 { $head }。
trees-crosses = 它的弧与 { $other } 的弧交叉：树是非投射的。
trees-root-now = { $word } 现在是根。
trees-root-now-moved = { $word } 现在是根，{ $other } 依存于它。
trees-label-now = { $word } 现在是 { $label }。

trees-way-point = 指向一个词、一条弧或一个单元格，这里会标出两个词之间的路径。
trees-way-other = { $word }：再指向另一个词，可查看到它的路径。
trees-way-under = { $word }：每个词下方是从此处到它的树距离和遍历。
trees-way = { $one } → { $other }：树距离 { $distance }，遍历 { $traversal }

trees-crossing = { $one } 与 { $other }
trees-crossing-next = { $before }；{ $one } 与 { $other }
trees-crossings = 弧有交叉：{ $pairs }。树是非投射的。
trees-crossings-more = 弧有交叉：{ $pairs }；另有 { $count } 对。树是非投射的。
trees-crossings-many = 弧有交叉：{ $pairs }；另有许多对。树是非投射的。

trees-attention = 词下方的注意力：{ $method }
trees-threshold = 阈值
    .hint = 小于阈值的权重不画
trees-drawn = 画出了 { $all } 个权重中的 { $drawn } 个。
trees-drawn-strongest = 超过阈值的 { $drawn } 个权重中，画出了最大的 { $shown } 个。

## 树：所选的词

word-choose = 选择一个词，可查看并编辑其中心词、依存关系和词性。
word-head = 中心词
word-relation = 依存关系
word-subtype = 子类型
    .none = 无
word-part = 词性
word-pick-up = 拾起它的弧
word-make-root = 设为根
word-means = { $word }：{ $part }；{ $head } 的 { $relation }（{ $about }）。
word-means-root = { $word }：{ $part }；依存于 ROOT。

## 树：来源

source = 树的来源
source-examples = 例句
source-paste = 粘贴 CoNLL-U
    .how = 每个词一行，十列，以制表符分隔，每句之后空一行：即 Universal Dependencies 的格式。可以粘贴多个句子，再选一个。
    .field = CoNLL-U 格式的句子
    .read = 读取
source-open = 打开 .conllu 文件
    .title = 或拖到此板块任意位置
    .field = CoNLL-U 文件
source-copy = 复制为 CoNLL-U
source-save = 存为 .conllu
source-none-to-write = 还没有可写出的树
source-remove = 移除树

source-copied = 已复制为 CoNLL-U。
source-not-copied = 浏览器不允许复制：请改为保存文件。
source-removed = 已没有树：每个词都依存于左邻的词。撤销可恢复原来的树。
source-typed-over = 句子的词已改变：还没有树，每个词都依存于左邻的词。撤销可恢复原来的树。
source-not-come = 例句未能加载：{ $why }
source-pasted = 粘贴的内容
source-first-file = { $file }（{ $count } 个文件中的第一个）
source-too-large = { $file } 有 { $bytes } 字节；最多读取 { $most } MiB：请截取一部分。树保持不变。
source-not-read = { $file } 未能读取：{ $why }。树保持不变。
source-not-read-pasted = 未能读取，没有任何改动：{ $why }。
source-not-utf8 = 第 { $line } 行：不是 UTF-8；请存为 UTF-8
source-shown = { $from }：已显示一棵有 { $words } 个词的树。
source-several = { $from }：{ $count } 个句子
source-note-of-all = 所有句子合计，{ $note }

## 树：从多个句子中选一个

offer-coming = 正在下载句子…
offer-search = 含有的词
offer-count =
    { $count ->
       *[other] { $number } 个句子。
    }
offer-count-cut = { $count } 个句子；列出前 { $most } 个。
offer-words = { $count } 个词

## 每种方法是什么

idea-in-file = 模型自己的注意力，含其查询与键中的位置信息
idea-bare = 只有模型的查询与键的内积，不含模型自己的偏置或距离
