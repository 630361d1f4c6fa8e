## 板块

lead = 模型的头有的看近处，有的看远处。<b>选一个头</b>，再运行模型并移动它的 <i>w</i>。不上传任何内容，也不执行文件中的任何内容。
kept = 你的文件没有改动；请重新加载页面，再打开文件。
views = 显示文件的哪些内容
view-tensors = 张量
view-heads = 注意力头
view-run = 运行

## 打开文件

open =
    .call = <slot>选择文件</slot>，或拖到此板块任意位置
    .kinds = { $kinds }；可附带 config.json、tokenizer.json 或 vocab.txt、外部数据。大小不限：只读取查看到的部分。
    .files = 检查点的文件
examples = 示例
    .reviews = 影评，距离感知
    .news = 新闻主题，距离感知
    .reviews-vanilla = 影评，标准
    .reviews-kerple = 影评，KERPLE
elsewhere = 更多可打开的
link = 本站的链接
    .open = 打开
recent = 最近
    .address = 打开本站的 { $address }
    .file = 只保存了文件名：请重新选择文件
    .forget = 清除文件名
    .forget-title = 只有文件名保存在此浏览器中

## 正在进行的操作

busy = { $what }…
    .progress = 进度
    .stop = 停止
opening = 正在打开 { $file }
opening-for-lab = 正在为实验室打开文件
fetching = 正在下载 { $file }
saving = 正在保存
running = 正在运行
is-open = { $file } 已打开：{ $tensors ->
       *[other] { $tensors } 个张量
    }。
came-whole = 已整体下载：无法分段读取。
came-in-parts = 从服务器分段读取，看到哪里读到哪里：未整体下载。

## 未能完成的操作

reader-gone = 读取程序{ $why }。请重新加载页面。
reader-ended = 读取程序{ $why }。
    .memory = 所需内存可能超过了分给它的 2 GB。
    .goes-on = 此前打开的文件仍然打开着。
    .longer = 给它三倍时间
stays-open = “{ $file }”仍然打开着。
no-link = 这不是链接；请写成 checkpoints/model.safetensors 的形式
another-site = 它在别的站点上，本页不会去访问；请先下载文件，再在此选择
server-refused = 服务器返回 { $status }；请检查链接
lab-refused = 实验室无法显示：{ $why }

## 已打开文件的概况

format = 格式
    .torch-zip = PyTorch（zip）
    .torch-legacy = PyTorch（旧格式）
    .npy = NumPy 数组
    .npz = NumPy 归档
    .keras = Keras 归档
gigabytes = { $number } GB
megabytes = { $number } MB
kilobytes = { $number } KB
bytes = { $number } B
with-it = 附带：{ $files }。
wanted = 此文件的数值存放在 <b>{ $files }</b> 中：请一并打开。
to-lab = 在实验室中显示
    .as-a = 在实验室中作为 A 显示
    .as-b = 作为 B
save = 保存
    .figures-csv = 所有张量的统计量（CSV）
    .figures-json = 所有张量的统计量（JSON）
    .model = 模型（.safetensors）
notes = 说明（{ $count }）
about-file = 关于此文件
metadata = 文件自述（{ $count }）
    .cut = { $beginning }…（{ $bytes ->
       *[other] { $bytes } 字节
    }）

## 识别结果

family-nearfar = { $method }，本项目的文件
    .vanilla = Transformer
    .unknown = Nearfar
family-distance-aware = 距离感知注意力
family-torch-encoder = PyTorch TransformerEncoder
family-bloom = BLOOM 或 Falcon
family-t5 = T5 编码器
family-bart = BART 编码器
family-clip-text = CLIP 文本编码器
family-vit = 视觉 Transformer（ViT）
family-keras = Keras MultiHeadAttention
family-other = 注意力层
family-unknown = 未识别出注意力
how-assumed = 假设
how-unknown = 未知
how-chosen = 由你指定
fact-layers = 层数
fact-heads = 头数
fact-head-size = 每头维数
fact-method = w、v 作用方式
fact-width = 隐藏维数
fact-words = 词表大小
fact-norms = 归一化位置
    .post = 残差相加之后
    .pre = 子层之前
fact-sees = 可关注
    .all = 所有词元
    .causal = 自身及之前
prefix = 各名称都以 <code>{ $prefix }</code> 开头，已省去。
findings = 识别 { $recognised }，缺少 { $missing }，多余 { $extra }，形状不符 { $reshaped }
    .more = 以及另外 { $count } 个
findings-missing = 缺少：{ $count }
    .means = 这类模型应有，文件中没有
findings-reshaped = 形状不符：{ $count }
    .means = 角色相符，形状不符
findings-extra = 多余：{ $count }
    .means = 没有相符的角色
findings-recognised = 已识别：{ $count }
    .means = 及其角色
refused = 无法前向计算：决定其注意力的因素尚未全部确定。
    .more = { $count ->
       *[other] 以及另外 { $count } 个原因
    }
    .still-seen = 仍可查看：{ $what }。
    .mends = 文件中没有的信息，可在“{ by-hand }”中设置。

## 手动指定文件中没有的信息

by-hand = 手动指定
by-hand-about = 你的选择优先于识别结果，并保存在此浏览器中，用于名称和形状都相同的文件。
by-hand-take-all-back = 全部撤回
by-hand-name = { $what }，手动指定
by-hand-runs = 运行的层数
by-hand-sees = 词元可看到
    .causal = 自身及之前的词元
by-hand-post = 最后，残差相加之后
by-hand-pre = 最先，子层之前
by-hand-activation = 激活函数
    .gelu-tanh = 用 tanh 近似的 GELU（gelu_new）
    .swish = SiLU（swish）
by-hand-scale = 得分乘以
by-hand-epsilon = 归一化的 ε
by-hand-first-position = 起始位置
as-found = 按识别结果：{ $value }
    .assumed = 按识别结果：{ $value }（假设）
    .chosen = 按识别结果
trained-known = 带 w 和 v 的头按此方式计算注意力。
trained-unknown = 文件中没有说明带 w 和 v 的头是怎样训练的：
trained = 按此训练
    .name = 映射和调整方式，手动指定
roles-name = 张量名称（* 代表层号）
    .none = 没有名为 { $pattern } 的张量。
roles-role = 角色
    .none = 无角色
roles-lies = 排列方式
    .others = 同其他张量
roles-assign = 指定
roles-take-back = 撤回

## 张量的角色

role-word-embedding = 词嵌入
role-position-embedding = 位置嵌入
role-type-embedding = 类型嵌入
role-embedding-projection-weight = 嵌入后的线性映射：权重
role-embedding-projection-bias = 嵌入后的线性映射：偏置
role-embedding-norm-gain = 嵌入归一化：增益
role-embedding-norm-bias = 嵌入归一化：偏置
role-query-weight = 查询：权重
role-query-bias = 查询：偏置
role-key-weight = 键：权重
role-key-bias = 键：偏置
role-value-weight = 值：权重
role-value-bias = 值：偏置
role-output-weight = 注意力输出：权重
role-output-bias = 注意力输出：偏置
role-distance-w = 各头的 w
role-distance-v = 各头的 v
role-start-w = w 的初值
role-start-v = v 的初值
role-relative-key = 相对位置：键
role-relative-value = 相对位置：值
role-attention-norm-gain = 注意力归一化：增益
role-attention-norm-bias = 注意力归一化：偏置
role-hidden-weight = 前馈第一层：权重
role-hidden-bias = 前馈第一层：偏置
role-feed-forward-weight = 前馈第二层：权重
role-feed-forward-bias = 前馈第二层：偏置
role-feed-forward-norm-gain = 前馈归一化：增益
role-feed-forward-norm-bias = 前馈归一化：偏置
role-final-norm-gain = 最终归一化：增益
role-final-norm-bias = 最终归一化：偏置
role-head = 输出层的一部分，不运行

## 张量的统计量

name = 名称
    .sort = 按名称排序
type-name = 类型
    .sort = 按存储类型排序
shape = 形状
    .sort = 按形状排序，以数值个数为准
size = 大小
    .sort = 按在文件中所占字节数排序
min = 最小
    .sort = 按最小的有限值排序
max = 最大
    .sort = 按最大的有限值排序
mean = 均值
    .sort = 按有限值的均值排序
deviation = 标准差
    .sort = 按有限值的标准差排序
zeros = 零
    .sort = 按数值为 0 的比例排序
non-finite = 非有限值
    .short = NaN、∞
    .sort = 按非有限值的个数排序
numbers = 数值个数

## 张量表

table = { view-tensors }
    .name = 张量；方向键选择
    .none = 文件中没有张量。
    .empty = 没有张量的名称、类型或形状含有这些词。
tensors = { $count ->
       *[other] { $count } 个张量
    }
tensors-shown = { $shown } / { $all }
group-numbers = { $count ->
       *[other] { $numbers } 个数值
    }
finding = 统计量：{ $found } / { $all }
    .progress = 已算出的统计量
search = 搜索
    .example = weight 768
order = 张量的排列
    .list = 列表
    .tree = 树
shared = 共享
    .title = 与另一个张量共享数值
not-read = 未读取

## 一个张量

tensor = { $type }，{ $shape }，{ $size }
tensor-twins = 与 { $tensors } 共享数值。
tensor-save-npy = 存为 .npy
tensor-save-csv = 存为 CSV
spread = 数值的分布
    .counting = 正在统计…
    .empty = 没有有限的数值。
    .name = { $from } 至 { $to } 的直方图，{ $bars ->
       *[other] { $bars } 个条形
    }；最高的位于 { $peak } 处，所含数值：{ $most }
    .bar = { $from } 至 { $to }：{ $count }
    .most = 每条至多 { $count } 个

## 张量的切片图

slice = 切片
    .how = 请指向或点按一个单元格，或使用方向键。
slice-name = { $title }，{ $rows } × { $columns }，颜色从 { $from } 到 { $to }；方向键移动光标，+ 和 − 缩放，0 显示全部。
slice-shown = 显示 { $rows } × { $columns }
    .steps = 显示 { $rows } × { $columns }：每 { $row } 行、每 { $column } 列取一个；放大可看全部
slice-rows = 行
slice-columns = 列
slice-axis = 轴 { $axis }（{ $size }）
    .at = 轴 { $axis } 取
    .at-name = 轴 { $axis } 的索引，0 至 { $last }

## 模型的头

head = 第 { $layer } 层 · 头 { $head }
    .cell = 第 { $layer } 层 · 头 { $head }：
head-corner = 层 \ 头
layer = 第 { $layer } 层：{ $name }
own = { $method } 学到的位置参数
    .curve = 按 j − i，到句中词语的距离为止；虚线：起始
    .whole = 各层的权重：各自的均方根
    .panel = 其他方法学到了什么
    .about = 方法自己的数：学到的与起始的。
learned = 各头学到了什么
    .about = w 小于 0 偏好近处的词，大于 0 偏好远处的词；v 限定强度。由低到高排列；Wu 等人（2021）的图 6 和图 7（(a) 为 w，(b) 为 v）则由高到低。
    .about-w = w 小于 0 偏好近处的词，大于 0 偏好远处的词；此映射没有 v。由低到高排列；Wu 等人（2021）的图 6（(a) 为 w）则由高到低。
    .caption = 各头的 <i>{ $symbol }</i>，由低到高；圆圈：初值
    .caption-no-start = 各头的 <i>{ $symbol }</i>，由低到高；文件中没有初值
    .near = 偏近：小于 0
    .flat = 平坦：0
    .far = 偏远：大于 0
    .not-drawn = 因不是有限数而未画出：{ $numbers }。
    .of-head = 头 { $head } 的 { $symbol }（{ $number }）
    .of-start = 头 { $head } 的 { $symbol } 初值（{ $number }）
map = 近与远
    .by-coefficient = 每一格是一个头及其 w：紫色 ▸◂ 偏好近词，绿色 ◂▸ 偏好远词，― 两者皆非，按相距十个词元处的系数判断。选一个查看它看得多远。
    .by-sign = 每一格是一个头及其 w：紫色 ▸◂ 偏好近词，绿色 ◂▸ 偏好远词，― 两者皆非，只按 w 的符号判断，因为文件没有说明训练时用哪种映射。选一个查看。
    .name = 各头的 w，以及偏近还是偏远
    .near = 近的在先
    .far = 远的在后
    .narrow = 窄的在先
    .wide = 宽的在后
lean = { $favours }。
    .near = 它的 w 偏好近词
    .far = 它的 w 偏好远词
    .flat = 它的 w 对近词和远词都不偏好
    .looks = { $favours }；在句子上它平均看 { $distance } 个词元远（均匀：{ $even }）。
scatter = { $heads ->
       *[other] { $heads } 个头
    }的 w 与 v；偏近 { $near } 个，偏远 { $far } 个，平坦 { $flat } 个
    .caption = 各头的 <i>w</i> 与 <i>v</i>；连线从初值引出。
    .point = 第 { $layer } 层 · 头 { $head }：w { $w }，v { $v }
coefficients = 第 { $layer } 层 · 头 { $head } 的系数
    .about = { $tokens } 个词元两两之间的 f(w·R; v)，按模型训练时所用的映射（{ $mapping }）。
    .none = 文件中没有说明模型训练时用哪种映射，所以不画系数：请在上方的“{ by-hand }”中设置。
    .learned = 训练后
    .start = 初始时
    .says = w = { $w }，v = { $v }：距离 0 处 { $at-0 }，1 处 { $at-1 }，5 处 { $at-5 }，20 处 { $at-20 }
    .says-w = w = { $w }：距离 0 处 { $at-0 }，1 处 { $at-1 }，5 处 { $at-5 }，20 处 { $at-20 }
    .name = { $title }：{ $says }

## 没有 w 和 v 的模型：在句子上测量各头

measured = 每个头看哪里
    .about = 此模型不用 w 和 v；以下在“{ view-run }”标签页的句子上测量，对各词元取平均。
    .name = 每个头在此句上看哪里
    .cannot = 无法测量各头：{ $why }
    .running = 正在对句子做前向计算…
measure = 指标
    .distance = 平均距离（词元）
    .entropy = 熵（奈特）
measured-head = 第 { $layer } 层 · 头 { $head }：平均距离 { $distance } 个词元，熵 { $entropy } 奈特，{ $share } 的权重在两个词元以内。
    .even = 第 { $layer } 层 · 头 { $head }：平均距离 { $distance } 个词元，熵 { $entropy } 奈特，{ $share } 的权重在两个词元以内；其权重分布近乎均匀。
measured-on = 在“{ $sentence }”上测量。
    .unknown = 在“{ $sentence }”上测量；模型不认识的词元：{ $tokens ->
       *[other] { $tokens } 个
    }中有 { $unknown } 个。
    .masked = 已加上页面的因果掩码。

## 不运行的模型：存储的查询与键

projections = 一个头的查询与键
    .about = 存储的数值；没有运行任何计算。一行产生该头的查询或键中的一个数，一列读取该层输入中的一个数。每个单元格标明该头使用哪个键。
    .grid = 各头及其使用的键
    .query = 查询
    .key = 键
    .nothing = 没有打开文件

## 链接所求

link-odd = 链接中有一部分无法理解，已略去：{ $parts }。
link-no-tensor = 链接要求的张量{ $found }不在文件中；改为显示 { $shown }。
link-no-head = 链接要求第 { $layer } 层头 { $head }，而模型没有；改为显示此板块起始的头。
link-no-laid = 链接改动了模型所没有的头的 w 和 v；这部分已略去。

## 警告

warnings = 需要留意
    .look = 检查所有数值
    .looking = 正在检查所有数值
    .none = 没有问题：没有 NaN 或无穷，没有全为 0 的头，没有重复存储。
    .even = { $count ->
       *[other] ⚠ 有 { $number } 个头在“{ view-run }”的句子上的权重分布近乎均匀（{ $heads }）。
    }
    .even-layer = 第 { $layer } 层：{ $heads }

## 句子

cannot-run = 此文件无法前向计算：{ $why }。其张量和注意力头见其他标签页；文件中没有的信息，可在上方的“{ by-hand }”中设置。
assumed =
    .about = <b>以下为假设，文件中没有：</b>只有全部属实，图中显示的才是该模型。若有出入，可在上方的“{ by-hand }”中设置；与模型一并拖入的 config.json 会说明其中大部分。
sentence = 句子
    .label = 句子（与实验室共用）
    .most = （最多运行 { $most } 个词元）
    .numbers = 词元编号，最多 { $most } 个
tokens-words = 词元是本项目模型的词：优先用模型自己的向量，否则用本页的词向量表。括号中的词两者都没有，向量由拼写生成。
tokens-pieces = 词元由 { $file } 切分（{ $says }）。
tokens-ids = 没有提供分词器：词元就是上面的编号。要输入句子，请拖入 tokenizer.json 或 vocab.txt。
tokenizer = { $kind }，{ $pieces ->
       *[other] { $pieces } 个子词
    }
    .drop = 不用它继续
    .gone = 分词器{ $why }。
    .ended = 分词器{ $why }。请重新输入。
tokens-cut = 只运行前 { $most } 个词元；{ $cut ->
       *[other] 略去 { $cut } 个。
    }
ran = { $tokens ->
       *[other] { $tokens } 个词元
    }通过 { $layers ->
       *[other] { $layers } 层
    }，用时 { $ms } ms。
    .causal = { $tokens ->
       *[other] { $tokens } 个词元
    }通过 { $layers ->
       *[other] { $layers } 层
    }，用时 { $ms } ms，使用了页面的因果掩码。

## 各头，以及一个头的权重

run-heads = { view-heads }
    .about = 每个头下方是其平均关注距离（词元）；● 表示已重缩放。
    .name = 每个头的注意力
    .distance = 平均距离
    .rescaled = 已重缩放
which = 哪种权重
    .before = 之前
    .after = 之后
    .difference = 差
weights = 第 { $layer } 层 · 头 { $head } 的注意力权重；行关注列；方向键移动光标。
    .how = 每行是一个发出关注的词元；请指向或点按一个单元格，或使用方向键。
    .unit-difference = 橙色：之后更大；蓝色：之后更小
    .cell = { $pair }，权重：{ $value }
    .cell-rescaled = { $pair }，重缩放后的权重：{ $value }
    .cell-difference = { $pair }，之后 − 之前：{ $value }

## 叠加在头上的 w 和 v

knobs = 叠加距离
    .reach = 作用于
    .w-hint = 近 < 0 < 远
    .v-hint = 强度
    .own = 训练所得：w = { $w }，v = { $v }。
    .own-w = 训练所得：w = { $w }。
    .none = 此头训练时没有 w 和 v；调整它们会把距离叠加到其得分上。
    .restore = 恢复此头
    .restore-all = 全部恢复
    .timing = 重缩放用时 { $ms } ms。
cosines = 最终隐藏状态：与之前的余弦相似度
    .none = 调整某个头的 w 或 v，这里会显示各词元的最终隐藏状态相对于原来转动了多少（两者的余弦；1 表示未变）。
    .about = 条形：各词元的状态转动了多少，以转动最大的为满格。数字：余弦；1 表示未变。

## 调整哪些头

reach-head = 此头
reach-layer = 此层的所有头
reach-all = 模型的所有头

## 距离的规律

view-laws = 距离的规律
laws-about = 对模型的每个头：它按距离看向哪里，模型的位置信息对此起什么作用，哪条距离规律能解释它。每个句子运行两次，其中一次<b>关闭位置
    信息</b>；两次之间的散度衡量位置信息的作用。规律在一半句子上拟合，在另一半上评判。
laws-text = 句子，每行一个（{ $least } 到 { $most } 个词元，其余的略去）
laws-file = 或一个文本文件
laws-count = 最多取多少句
laws-seed = 区间的随机种子
laws-start = 测量
laws-stop = 停止
laws-sentences = 正在运行句子：{ $done } / { $of }。
laws-heads = 正在拟合规律：{ $done } / { $of ->
       *[other] { $of } 个头
    }。
laws-silenced = 已关闭：{ $what }。
laws-no-positions = 这个模型没有位置信息，没有什么可关闭。
laws-few = { $count ->
       *[other] 只有 { $count } 个句子有 { $least } 到 { $most } 个词元；至少需要两个：一个用来拟合，一个用来评判。
    }
laws-tokenizer = 句子需要模型的分词器：请先把 tokenizer.json 或 vocab.txt 拖到这个板块。
laws-ended = 测量的程序已终止；请再按一次“测量”。
laws-found = 位置信息所做的事
laws-save = 保存为 JSON
laws-words = 在 { $heads ->
       *[other] { $heads } 个头
    }和未用于拟合规律的 { $sentences } 个句子上，关闭位置信息的代价是 <b>{ $kl } nats</b>。其中，给每个距离 |j − i| 各一个数加到得分上，能解释 <b>{ $distance }</b>；
    给知道方向的每个偏移 j − i 各一个数，能解释 <b>{ $offset }</b>。最好的距离感知规律（{ $law }）解释 { $da }：它可以截断得分并与之相乘，这是相加的数做不到的。
laws-direction = 所以方向比给每个距离各一个数更有价值。
laws-no-direction = 这些句子看不出方向是否比距离更有价值。
laws-dots = 每个头一个点：横向为 |j − i| 能解释的份额，纵向为 j − i
laws-dots-about = 每个头一个点，位置信息作用越大点越大。横向：每个 |j − i| 各一个数能解释多少；纵向：每个 j − i。在线上，方向没有增加什么。点击一个点，或在表中选一个头。
laws-profile = 按 j − i 的平均注意力，95 % 区间
laws-bars-about = 把各个头当作距离感知的头：w 和 v 各自按大小排列。淡色：这样的规律只能解释该头的不到 10 %。
laws-back = 自己之前
laws-ahead = 自己之后
laws-itself = 自己
laws-first = 第一个词元
laws-separators = 分隔符
laws-head-positions = 位置信息对这个头的作用为 { $kl } nats。
laws-of-head = 这个头的规律
laws-of-head-about = 每条规律改变去掉位置的头的得分。它解释的是位置作用中被它恢复的比例，括号里是对句子的 95 % 区间。
laws-law = 规律
laws-explains = 解释的份额 [95 %]
laws-numbers = 它的数
laws-many = { $count } 个数
laws-at-bound = （在搜索范围的边界）
laws-best = 最好
laws-run = 在一个句子上看
laws-all-heads = 所有的头
laws-all-heads-about = 位置信息：KL 散度，单位 nats。|j − i| 与 j − i：给它们各一个数加到得分上能解释多少。区间是对句子的 95 %。
laws-column-head = 头
laws-column-positions = 位置信息
laws-column-best = 最好的规律
laws-column-da = 当作 DA 头
laws-means = 所有的头合在一起
laws-column-silenced = 关闭位置信息
laws-column-left = 剩余 nats
laws-column-best-of = 在多少个头上最好
