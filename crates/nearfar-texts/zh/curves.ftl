lead = 拖动 <i>w</i> 和 <i>v</i>：粗线显示在每个距离上得分还剩多少。
lead-without-v = 拖动 <i>w</i>：粗线显示在每个距离上得分还剩多少。这个函数没有 <i>v</i>。
kept = 曲线已保存；重新加载后即可继续。

## 曲线图

plot = 距离如何变成系数
    .about = 得分乘以 f：f 为 1 时不变，小于 1 时降低，大于 1 时升高；权重则是一行中的份额。粗线是你的曲线。
    .role = 曲线图
plot-name = { $count } 条曲线：{ $curves }；以及你的曲线：{ $own }。左右方向键移动读数位置。
plot-how = 指向或点按曲线图，或按 ← 和 →，即可读数。
plot-read = { $at }：你的曲线 { $value }
plot-save = 将曲线图存为 PNG
plot-near = x < 0：偏近的头（w < 0）
plot-far = x > 0：偏远的头（w > 0）
plot-cut-at-bottom = 底部被截：最陡的曲线低至 { $value }。
plot-cut-at-top = 顶部被截：最陡的曲线高达 { $value }。

## 坐标轴名称

axis-distance = 距离 R（词元），w = { $w }
axis-weighted = x = w·R，加权距离
axis-slope = f′(x)，斜率
axis-slope-per-token = df/dR，每词元的斜率

## 正在编辑的曲线

aside = 曲线与坐标轴
edit = 你的曲线
edit-head = 实验室的头 { $head } 的 w 和 v
edit-bounded = <slot>{ $formula }</slot>，上界 <slot>1 + e^v</slot>
edit-add = 添加
edit-paper = 图 1
edit-every-function = 全部函数
edit-full = 最多 { $most } 条曲线；请先移除一条。

## 这条曲线的作用

does-near = 相距 1 个词元时系数为 { $one }，相距 5 个词元时为 { $five }。
does-far = 远处的词最多计为 { $bound } 倍，相距 1 个词元的词计为 { $one } 倍。
does-weighted = 最多 { $bound } 倍（最右端）；x = { $x } 处降到一半。
does-nothing = w = 0 时距离不起作用：曲线是水平的。
does-at-five = 相距 5 个词元的词计为 { $coefficient } 倍。
does-at-zero = x = 0 处为 { $coefficient }。

## 坐标轴

axis = 坐标轴
axis-menu = 横轴
axis-draw-slopes = 画斜率 f′，不画函数值
axis-x = <slot>{ $x }</slot>：一个头只有一个 w，因此只占横轴的一半。
    .means = R 是两个词元的距离 |i − j|；w 是该头给距离的权重。w < 0 的头偏近：x 为负，f 抑制远处的词。w > 0 的头偏远：f 提升远处的词，最多到 1 + e^v。

## 读数

values = 读数
values-at-distance = R = { $distance }，x = { $x } 处
values-at-x = x = { $x } 处
values-remove = 移除 { $curve }
values-own = 你的曲线：{ $curve }
key-own = 你的曲线
values-none = 已没有曲线。请添加你的曲线，或撤销。

## 系数矩阵

matrices = 图 2 的系数矩阵
    .about = N 个词元两两之间：对角线上为 f(0)，与它平行的每条线上取值相同，因为起作用的只有 |i − j|。
matrices-range = 矩阵的颜色范围
matrices-range-common = 统一范围
matrices-range-own = 各自范围
matrices-unit-common = 系数，始终大于 0 的矩阵共用一个范围：1 表示不变；不超过 { $least } 的，都用色标末端的颜色
matrices-unit-own = 系数；1 表示不变
matrices-far-mild = 偏远，弱
matrices-near-mild = 偏近，弱
matrices-far-strong = 偏远，强
matrices-near-strong = 偏近，强
matrices-own = 你的矩阵
matrices-tokens = 个词元，五个矩阵共用
    .name = N，词元数
matrices-pair = 词元 { $one } 与 { $other }，相距 { $apart }：{ $coefficient }
matrices-farthest = 最远的一对：<slot>{ $coefficient }</slot>
matrices-too-small = 小于 10⁻³⁰⁸
matrices-name = { $of }、{ $tokens } 个词元的系数：对角线上为 { $diagonal }，角上为 { $corners }。

## 五项要求

requirements = 论文对 f 的要求
    .about = 第 3.2 节的要求，在本页中用数值检验。“有界”理解为有上界；“可调”理解为有可学习的参数；“单调”不要求严格，递增递减均可。
requirements-table = 要求
requirements-every = 每条画出的曲线的同一检验
requirements-break = 破坏它：{ $function }
requirements-mend = 修复它：{ $function }
requirements-curve = 曲线
requirements-met = 满足
requirements-not-met = 不满足

## 各项要求，以及判定所依据的数

asks-one-at-zero = f(0) = 1：距离为 0 时不作改变
asks-zero-below = x → −∞ 时 f → 0：远处词元的得分消失
asks-bound = x → +∞ 时有界：长文本中权重不会爆炸
asks-learned = 可调：其形状可以学习
asks-one-way = 单调：更远绝不会意味着与远相反
found-bound = f(10⁹) = { $value }，再往后不再增大
found-growth = f(10⁹) = { $value }，仍在增大
found-nothing-learned = 没有可学习的参数
found-v-learned = 学习 v
found-learned-in-paper = { $letters }：论文中每个头各自学习，这里手动设定
found-constant = 在 [−40, 40] 上为常数
found-no-fall = 在 [−40, 40] 上从不下降，取 8{"\u202f"}001 个点
found-no-rise = 在 [−40, 40] 上从不上升，取 8{"\u202f"}001 个点
found-both-ways = 在 [−40, 40] 上有升有降
