### 프로그램이 시작되기 전과 시작할 수 없을 때 index.html에 나오는 글

title = Nearfar: 거리를 아는 어텐션
description = 거리를 아는 어텐션 실험실. 문장을 입력하고 헤드마다 w와 v를 움직이며 DA-Transformer를 바닐라 트랜스포머와
    비교해 보세요. 입력한 내용은 브라우저 밖으로 나가지 않습니다.
no-script = Nearfar는 WebAssembly로 모든 것을 브라우저에서 계산합니다. 이 페이지에서 스크립트를 허용해 주세요.
starting = Nearfar를 시작하는 중 …


## 시작할 수 없을 때

unstartable = Nearfar를 시작하지 못했습니다
unstartable-file = 페이지를 파일로 열었습니다. 브라우저는 파일에서 프로그램을 불러오지 못하게 합니다. 아무 웹 서버로나 이
    폴더를 제공하고 그 주소를 여세요.
unstartable-frame = 페이지가 allow-same-origin 없이 샌드박스 처리된 프레임 안에 있어 프로그램을 불러올 수 없습니다.
unstartable-browser = WebAssembly SIMD를 지원하는 브라우저가 필요합니다: Chrome 또는 Edge 91, Firefox 89, Safari 16.4 이상.
unstartable-part = 프로그램의 일부를 불러오지 못했습니다. 새로고침해도 같다면 서버에 빠진 파일이 있는 것입니다.
reload = 새로고침
trouble = 문제가 생겼습니다
trouble-about = Nearfar가 내부 오류로 멈췄습니다. 문장과 설정은 보관되어 있으며 새로고침하면 돌아옵니다.

## 따로 불러오는 화면

room-coming = 화면을 불러오는 중 …
room-not-loaded = 화면을 불러오지 못했습니다
room-try-again = 다시 시도
share-coming = 공유 창을 불러오는 중 …
share-not-loaded = 공유 창을 불러오지 못했습니다
share-dismiss = 닫기

## 네트워크 없이

offline-visited = 한 번 연 것은 네트워크 없이도 작동합니다.
offline-all = 전체를 오프라인에서 쓸 수 있게 하기({ $size })
offline-coming = { $size } 중 { $done } 받음
offline-is-there = Nearfar 전체가 저장되어 네트워크 없이 작동합니다.
offline-failed = 모두 받지는 못했습니다.
offline-new = Nearfar의 새 버전이 있습니다. 페이지를 다시 불러오면 적용되며 문장과 설정은 그대로입니다.
offline-later = 나중에
single-not-inside = 이 한 파일짜리 Nearfar에는 { $file } 파일이 없습니다. 웹사이트에는 있습니다
