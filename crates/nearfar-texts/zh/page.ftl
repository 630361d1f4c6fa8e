## 键盘跳转

skips = 跳到
skip-room = 跳到板块内容
skip-sentence = 跳到句子
skip-sliders = 跳到 w 和 v
skip-picture = 跳到注意力图

## 顶栏

brand-line = 感知距离的注意力
rooms = 板块
undo = 撤销
undo-title = 撤销（Ctrl+Z）
redo = 重做
redo-title = 重做（Ctrl+Shift+Z）
start-over = 重新开始
start-over-title = 回到初始状态；可以撤销
help = 帮助与按键
help-word = 帮助
help-title = 帮助与按键（?）

share = 复制链接
share-title = 复制当前视图的链接
share-more = 分享…
share-more-title = 链接显示什么、二维码、嵌入代码、实验图片
share-copied = 已复制
share-refused = 浏览器不允许复制。链接是：{ $link }
share-of-train = 链接包含这次运行的设置和种子，不含训练结果：对方打开后按“播放”，会得到同样的运行。
share-of-inspect = 链接只有文件名，不含文件：对方打开后需自行提供文件。

## 提示

notice-dismiss = 知道了
last-visit-lab = 上次你在实验室，“{ $sentence }”。
last-visit-room = 上次你在“{ $room }”板块，“{ $sentence }”。
last-visit-go-on = 接着上次继续

link-ignored = 链接中有些部分无法识别，保留默认值。{ $parts }。

## 未能加载

model-failed = 模型“{ $model }”未能加载：{ $why }。
vectors-failed = { $file } 中的词向量未能加载：{ $why }。
failed-about = 没有词向量的词改用由拼写生成的向量，并加以标记；没有模型的面板留空。

worker-ended = 处理长句的后台程序{ $why }。请重新加载页面，或将句子缩短到 { $most } 个词元以内。

## 来自文件的模型

file-weights-alone = 此文件只有注意力权重，没有查询和键：实验室可以显示它，但无法由它计算其他方法
file-not-here = 拖放到这里的文件不会被读取。请把检查点拖放到实验室、对比或检视中。
file-not-opened = 检查点未能打开。{ $why }。
file-problem = “{ $file }”：{ $why }
file-none = 没有文件
file-opening = 正在打开 { $file }…
file-awaited = 此视图需要{ $file }，但链接不含文件，浏览器也不保存文件：请重新打开它，或拖到此处。其余一切照旧。
file-awaited-two = 此视图需要{ $first }和{ $second }，但链接不含文件，浏览器也不保存文件：请重新打开它们，或拖到此处。其余一切照旧。
file-awaited-named = “{ $file }”
file-awaited-unnamed = 检查点
file-left-out = 来自文件的模型最多处理 { $most } 个词元：略去了 { $cut } 个。
file-apart = A 和 B 对句子的切分不同（B 为 { $of-b } 个词元，A 为 { $of-a } 个）：两者的单元格并不对应，因此不显示 B。请为两者选择同一个文件，或选择共用分词器的两个文件。

file-not-open = 文件未打开
file-no-room = 两个面板都在显示其他文件；请在其中一个面板换一个模型
page-missing = 页面不存在
page-other-version = 页面版本不一致；请重新加载
words-not-loaded = 其词表未能加载

## 给脚本的错误

script-no-trace = 没有计算记录：{ $why }
script-too-long = { $tokens } 个词元，超过上限 { $most }
script-not-yet = 尚未计算
script-awaited = 模型尚未给出结果；请先 await set 或 open 的返回值
script-function = 函数
script-symbol = symbol
script-bigint = bigint
script-object = 对象
script-object-throws = 会抛出异常的对象
script-property-throws = 会抛出异常的属性
script-list-throws = 会抛出异常的列表
script-list-too-long = 过长的列表

## 帮助

help-heading = 简介与按键
help-plain = Transformer 是读取文字的程序：句子里的每个词都会看所有词，包括自己，并从每个词取一份内容。这就是注意力。热力图显示这些份额：每一行是在看的词，每一列是
    被看的词。多个头并排各自以自己的方式这样做。
help-first = 得分说明两个词有多相配；一行的份额由该行的得分得出。词与词相距多远本来不起作用，直到 <b>w</b> 和 <b>v</b> 把它带进来：w 小于 0 时近处的词更重要，大于 0
    时远处的词更重要；v 决定强弱：近头的词多快变淡，远头的词放大多少。它们与得分相乘：相配的词变强或变弱；不相配的词得分小于 0，先被设为 0（ReLU），否则距离会起相反的作用。拖动 w，观察热图 A。B 是没有 ReLU 和距离的同一个头，A − B 是二者带来的变化。
help-formulas = 看公式
help-about = DA-Transformer 先把每个头的注意力得分在 0 处截断，再乘以系数 <i>f(w·R; v)</i>，系数取决于两个词之间的距离（相隔多少词元）。<b>w < 0</b> 的头偏好近处的词，<b>w > 0</b> 的头偏好远处的词；<b>v</b> 限定强度：系数不会超过 <i>1 + e<sup>v</sup></i>。
help-use = 输入一个句子，选一个头，调整它的 w 和 v。面板 A 是距离感知方法，面板 B 是与之对照的方法，A − B 是两者之差。所有数值都来自作图所用的同一份计算记录：指向单元格可查看算式，点击可锁定。
help-near = 偏近的头把远处的得分压向 0，却不会把权重压到 0：e<sup>0</sup> = 1，所以远处的词仍均匀地各占一小份；若一行中没有正的得分，这一行就是均匀的。w > 0 时，所有系数都不小于 1，近处的词只是相对于远处的词被抑制。w = 0 时，所有系数都是 1：这是不含位置信息的 ReLU 注意力，并非标准注意力；请与“标准，无位置编码”对照。
help-script = 脚本通过 window.nearfar（set、trace、attend、open、link）使用本页。各自的参数和返回值见：
help-steps = 在实验室显示最初几步

## 按键

keys = 按键
keys-list = 打开此列表
    .keys = ?
keys-undo = 撤销、重做
    .keys = Ctrl+Z、Ctrl+Shift+Z
keys-rooms = 实验室、曲线、对比、训练、检视、学习
    .keys = 1、2、3、4、5、6
keys-head = 上一个头、下一个头
    .keys = [ 和 ]
keys-layer = 上一层、下一层（多层模型）
    .keys = {"{"} 和 {"}"}
keys-arrows = 矩阵中：移动光标；滑块上：调整 w 或 v
    .keys = 方向键
keys-ends = 矩阵中：到该行的第一个键、最后一个键
    .keys = Home、End
keys-lock = 矩阵中：锁定当前单元格，或解除锁定
    .keys = Enter 或空格
keys-zoom = 矩阵中：放大、缩小、显示全部
    .keys = +、−、0
keys-table = 矩阵中：以表格显示数值
    .keys = T
keys-listen = 矩阵中：听这一行，每个单元格一个音，颜色在图例中越靠右音越高；再按停止
    .keys = P
keys-escape = 解除锁定；关闭已打开的窗口
    .keys = Escape
keys-train = 训练板块：播放或暂停、单步、回到起点
    .keys = 空格、.、R

## 页脚

language = 语言
theme = 外观

foot = Nearfar 的全部计算都在本页中进行；你输入的内容不会离开浏览器。方法出自 Wu, Wu and Huang, “DA-Transformer: Distance-aware Transformer”, NAACL 2021；词向量为 GloVe（PDDL）。

hidden-some = 此链接隐藏了页面的一部分。
hidden-show-all = 全部显示
embed-open = 在 Nearfar 中打开

## 为实验室和比较读取的文件模型

lent-reads = { $tokenizer } 的子词（{ $kind }，{ $pieces } 个）
    .numbers = 词元编号，因为没有附带分词器
lent-reads-words = 词，使用训练时的向量
lent-reads-nothing = 其自身文本的词元
lent-weights-alone = { $file } 含有 { $tokens } 个词元的注意力权重，没有查询和键。文本是它自带的：输入的句子不起作用。显示的得分是 ln A，softmax 会把它还原为 A：后乘、后加和先加的系数与在模型中一样起作用；先乘则作用于 ln A，ReLU 会把它全部截为 0
lent-own = 它是本项目的检查点，须单独打开
lent-cannot-run = { $why }。“检视”板块会说明它是什么，哪些可以手动指定
lent-no-tokenizer = { $file } 没有附带分词器：请将其 tokenizer.json 或 vocab.txt 拖到此处，或在句子栏输入词元编号。{ $why }
lent-reader-odd = 读取程序返回了意外的内容
