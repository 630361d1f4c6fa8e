title = Nearfar：感知距离的注意力
description = 感知距离的注意力实验室：输入一个句子，调整每个头的 w 和 v，对照观察 DA-Transformer 与标准 Transformer。数据不会离开浏览器。
no-script = Nearfar 用 WebAssembly 在你的浏览器中完成全部计算。请为本页启用脚本。
starting = 正在启动 Nearfar…

## 无法启动

unstartable = Nearfar 未能启动
unstartable-file = 本页是作为本地文件打开的，浏览器不允许由此加载程序。请用任意 Web 服务器提供所在文件夹，再打开相应地址。
unstartable-frame = 本页位于一个未设 allow-same-origin 的沙箱框架（iframe）中，程序因此无法加载。
unstartable-browser = 需要支持 WebAssembly SIMD 的浏览器：Chrome 或 Edge 91、Firefox 89、Safari 16.4，或更高版本。
unstartable-part = 程序的一部分未能加载。重新加载或许有用；若仍不行，说明服务器上的文件不全。
reload = 重新加载
trouble = 出错了
trouble-about = Nearfar 自身出错，已停止。你的句子和设置都已保存，重新加载即可恢复。

## 单独加载的板块

room-coming = 正在载入此板块…
room-not-loaded = 此板块未能加载
room-try-again = 重试
share-coming = 分享窗口载入中…
share-not-loaded = 分享窗口未能载入
share-dismiss = 知道了

## 没有网络时

offline-visited = 你打开过的内容无需网络即可使用。
offline-all = 使全部内容可离线使用（{ $size }）
offline-coming = 已获取 { $done }，共 { $size }
offline-is-there = Nearfar 的全部内容都已保存，无需网络即可使用。
offline-failed = 未能获取全部内容。
offline-new = Nearfar 有新版本，重新加载页面后生效；你的句子和设置会保留。
offline-later = 以后再说
single-not-inside = 这个单文件版 Nearfar 不含 { $file }；网站上有
