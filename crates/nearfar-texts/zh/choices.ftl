## 顶栏中的各板块

room-lab = 实验室
room-curves = 曲线
room-compare = 对比
room-train = 训练
room-inspect = 检视
room-learn = 学习

## 模型

model-sst2-da = 影评（SST-2），DA
model-sst2-vanilla = 影评（SST-2），标准
model-agnews-da = 新闻主题（AG News），DA
model-agnews-vanilla = 新闻主题（AG News），标准
model-untrained = 未训练的投影
model-opened = 打开的检查点
model-file-1 = 打开的文件 1
model-file-2 = 打开的文件 2
model-file-3 = 打开的文件 3
model-file-4 = 打开的文件 4

## 显示 A − B 的哪一部分

difference-both = ReLU 与距离的作用
difference-clipping = ReLU 的作用
difference-distance = 距离的作用

## 注意力的画法

view-heatmap = 热力图
view-lines = 连线
view-heads = 多个头

## 颜色的范围

range-common = A、B 统一范围
range-own = 各自范围

## 配色

colours-cividis = Cividis
colours-viridis = Viridis

## 曲线的横轴

axis-tokens = 词元
axis-x = x = w·R

## 预设的 w 和 v

preset-near-mild = 偏近，弱
    .title = 图 2 (b)：w = −1，v = −1
preset-near-strong = 偏近，强
    .title = 图 2 (d)：w = −1，v = 1
preset-far-mild = 偏远，弱
    .title = 图 2 (a)：w = 1，v = −1
preset-far-strong = 偏远，强
    .title = 图 2 (c)：w = 1，v = 1
preset-half-half = 近远各半
    .title = 所有头：前一半偏近，后一半偏远
preset-flat = 全部平坦
    .title = 所有头：w = 0，无偏好

## 语言；各用其自称

language-browser = 跟随浏览器

theme-system = 跟随系统
theme-light = 浅色
theme-dark = 深色
theme-projector = 投影
