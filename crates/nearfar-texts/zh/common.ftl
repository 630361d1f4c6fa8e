## 对话框与输入框

dialog-close = 关闭
field-mixed = 多个值
slider-heads-differ = 各头不同
slider-field = { $name }，{ $least } 至 { $most } 之间的任意值

chart-point = { $line }，{ $x } 处：{ $value }
chart-at-cursor = { $x } 处为 { $value }

## 矩阵图

matrix-role = 矩阵
matrix-show-all = 显示全部
matrix-zoom-out = 缩小
matrix-zoom-in = 放大
matrix-tools = 图的工具
matrix-as-table = 表格
matrix-show-large = 大图
matrix-unit-numbers = { $unit }；空白：小于 { $least }
matrix-unit-largest = { $unit }，到最大值
matrix-listen = 听这一行
matrix-heard = 正在从左到右播放行 { $row }。最高音：{ $highest }。
matrix-unheard = 行 { $row }：没有可听的值。
matrix-save = 保存
matrix-save-as = 保存为
matrix-save-png = 图片（PNG）
matrix-save-svg = 图片（SVG）
matrix-save-csv = 数值（CSV）
matrix-save-json = 数值（JSON）

## 矩阵的表格

table-name = 数值表
table-about = 行是查询，列是键。
table-zoom-in = 请放大到每个单元格单独占一个像素，这里便会列出其数值。
table-part = 从第 { $query } 个起的 { $rows } 个查询，从第 { $key } 个起的 { $columns } 个键。
table-first = 前 { $shown } 个词元（共 { $all } 个）；“保存 → 数值（CSV）”中有全部数值。

## 术语

nats-means = 奈特（nat），此处 Jensen–Shannon 散度的单位，取自然对数：0 表示注意力完全相同，0.693（ln 2）表示没有任何共同的键。

## 方法的控件

mapping-label = 映射 f
attention-label = 注意力
attention-da = 距离感知
attention-vanilla = 标准，正弦位置编码
attention-no-positions = 标准，无位置编码
adjustment-label = 调整方式

## 站点的文件

fetch-status = 服务器返回 { $status }
fetch-empty = 返回内容为空

## 板块停止

room-stopped = 此板块自身出错，已停止
room-reload = 重新加载

## 后台程序结束：接在其名称之后

worker-stopped = 已停止：{ $why }
worker-not-started = 未能启动：{ $why }
worker-error = 自身出错：{ $why }
worker-other-version = 的版本不一致（来自浏览器缓存），请重新加载页面
worker-silent = 在 { $seconds } 秒内没有响应，已被终止
worker-restarted = 已重新启动
worker-script-missing = 脚本未能加载
worker-it = 它{ $why }
worker-answered-else = 它返回了意外的内容
worker-no-answer = 它没有响应

## 各板块通用

head = 头 { $head }
open-checkpoint = 打开检查点
file-waits = 已保留，等待所属的模型：{ $files }。请接着打开该模型。
    .named = 已保留，等待 { $wanted }：{ $files }。请接着打开该文件。
try-again = 重试
assumed = 所作的假设
unit-weight = 亮处：该行所看之处
unit-difference = 橙色：A 更大；蓝色：A 更小
how-strongly = 强度
near-to-far = 近 ← → 远
ends-w = 近 远
ends-v = 弱 强
file-not-loaded = { $file } 未能加载：{ $why }。

## 用文字描述矩阵，供看不见图的人使用

aloud-empty = 空矩阵
aloud-head = { $count ->
   *[other] 头 { $head }，{ $count } 个查询 × { $count } 个键。最大值 { $value }，从{ $from }到{ $to }。
}
aloud-word = “{ $word }”
aloud-words = “{ $word }”及其后各词
aloud-pair = “{ $word }”({ $place }) → “{ $other }”({ $at })

cells-head = 头
cells-offset = 偏移 j − i
cells-feature = 特征
cells-whole = 范围
cells-all = 全部
cells-of-head = { $name }，头 { $head }
cells-together = { $name }，每格为 { $count } 个数的均方根
model-films-named = 影评（SST-2），{ $method }

## 第三方模型的词元

no-vectors = 词向量未能加载：{ $why }。
ids-wrong = “{ $word }”不是词元编号；请输入数字，如 101 2023 102。
ids-none = 请输入若干词元的编号，如 101 2023 102。
ids-many = 共 { $count } 个词元；此处最多运行 { $most } 个。
tokenizer-more-rows = { $count ->
   *[other] 假设：它属于这个模型，模型的表比子词多 { $count } 行，加长过的表就是这样
}
tokenizer-odd = 分词器返回了意外的内容
