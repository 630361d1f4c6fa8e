### 화면들을 둘러싼 페이지: 머리글, 알림, 도움말, 모델, 링크, 파일

## 키보드로 건너뛰는 링크

skips = 건너뛰기
skip-room = 화면으로 건너뛰기
skip-sentence = 문장으로 건너뛰기
skip-sliders = w와 v로 건너뛰기
skip-picture = 그림으로 건너뛰기

## 머리글

brand-line = 거리를 아는 어텐션
rooms = 화면
undo = 실행 취소
undo-title = 실행 취소 (Ctrl+Z)
redo = 다시 실행
redo-title = 다시 실행 (Ctrl+Shift+Z)
start-over = 처음부터
start-over-title = 첫 화면으로 돌아갑니다. 실행 취소로 되돌릴 수 있습니다
help = 도움말과 단축키
help-word = 도움말
help-title = 도움말과 단축키 (?)

share = 링크 복사
share-title = 지금 보이는 그대로의 링크를 복사합니다
share-more = 공유…
share-more-title = 링크가 보여 주는 것, QR 코드, 다른 페이지용 코드, 실험 그림
share-copied = 복사됨
share-refused = 브라우저가 복사를 허용하지 않았습니다. 링크: { $link }
share-of-train = 링크에는 실행 설정과 시드만 담기고 학습된 내용은 담기지 않습니다. 링크를 연 사람이 재생을 누르면 같은
    실행을 얻습니다.
share-of-inspect = 링크에는 파일 이름만 담기고 파일은 담기지 않습니다. 링크를 연 사람에게 파일을 요청합니다.

## 알림

notice-dismiss = 닫기
last-visit-lab = 지난번에는 실험실에서 “{ $sentence }”을(를) 보고 있었습니다.
last-visit-room = 지난번에는 { $room } 화면에서 “{ $sentence }”을(를) 보고 있었습니다.
last-visit-go-on = 이어서 보기

link-ignored = 링크에서 이해하지 못한 부분은 기본값으로 두었습니다. { $parts }.

## 불러오지 못한 것

model-failed = 모델 “{ $model }”을(를) 불러오지 못했습니다: { $why }.
vectors-failed = { $file }의 단어 벡터를 불러오지 못했습니다: { $why }.
failed-about = 벡터가 없는 단어는 철자로 만든 벡터를 쓰고 그렇게 표시합니다. 모델이 없는 패널은 비어 있습니다.

worker-ended = 긴 문장을 맡은 워커가 { $why }. 페이지를 새로고침하거나 문장을 토큰 { $most }개 이하로 줄이세요.

## 파일에서 연 모델

file-weights-alone = 이 파일에는 쿼리와 키 없이 어텐션 가중치만 있습니다. 실험실에서는 볼 수 있지만 다른 방법은 계산할 수 없습니다
file-not-here = 여기에 놓은 파일은 읽지 않습니다. 체크포인트는 실험실, 비교, 검사에 놓아 주세요.
file-not-opened = 체크포인트를 열지 못했습니다. { $why }.
file-problem = “{ $file }”: { $why }
file-none = 파일이 없습니다
file-opening = { $file } 여는 중 …
file-awaited = 여기에는 { $file }이(가) 필요합니다. 링크에 담기지 않고 브라우저에도 보관되지 않으니 파일을 다시 열거나
    여기에 끌어다 놓으세요. 나머지는 그대로입니다.
file-awaited-two = 여기에는 { $first }와(과) { $second }이(가) 필요합니다. 링크에 담기지 않고 브라우저에도 보관되지 않으니
    파일을 다시 열거나 여기에 끌어다 놓으세요. 나머지는 그대로입니다.
file-awaited-named = “{ $file }”
file-awaited-unnamed = 체크포인트
file-left-out = 파일에서 연 모델은 토큰을 최대 { $most }개까지 실행합니다. { $cut }개는 제외했습니다.
file-apart = B와 A는 문장을 다른 토큰으로 나눕니다(B { $of-b }개, A { $of-a }개). 두 셀은 서로 대응하지 않으므로 B는 표시하지
    않습니다. 양쪽에 같은 파일을 고르거나 토크나이저가 같은 두 파일을 고르세요.

file-not-open = 파일이 열려 있지 않습니다
file-no-room = 두 패널이 모두 다른 파일을 표시하고 있습니다. 한쪽에서 다른 모델을 고르세요
page-missing = 페이지가 없습니다
page-other-version = 페이지의 버전이 다릅니다. 새로고침하세요
words-not-loaded = 모델의 단어를 불러오지 못했습니다

## 스크립트에 알리는 오류

script-no-trace = 트레이스가 없습니다: { $why }
script-too-long = 토큰 { $tokens }개는 한도 { $most }개를 넘습니다
script-not-yet = 아직 계산된 것이 없습니다
script-awaited = 모델이 아직 답하지 않았습니다. set이나 open이 돌려준 것을 await 하세요

script-function = 함수
script-symbol = 심볼
script-bigint = bigint
script-object = 객체
script-object-throws = 예외를 던지는 객체
script-property-throws = 예외를 던지는 속성
script-list-throws = 예외를 던지는 리스트
script-list-too-long = 너무 긴 리스트

## 도움말

help-heading = 소개와 단축키
help-plain = 트랜스포머는 글을 읽는 프로그램입니다. 문장의 모든 단어가 자신을 포함한 모든 단어를 보고 저마다에게서 일정한 몫을 가져옵니다. 이것이 어텐션입니다. 히트맵은 이 몫을
    보여 줍니다. 행은 보는 단어, 열은 보이는 단어입니다. 여러 헤드가 나란히, 저마다의 방식으로 이 일을 합니다.
help-first = 점수는 두 단어가 얼마나 잘 맞는지 나타내며, 한 행의 몫은 그 행의 점수에서 나옵니다. 단어 사이의 거리는 <b>w</b>와 <b>v</b>가 들여오기 전에는
    아무 역할도 하지 않습니다. w가 0보다 작으면 가까운 단어가, 크면 먼 단어가 더 중요해지고, v는 그 세기, 곧 가까운 헤드의 단어가 얼마나 빨리 흐려지고 먼 헤드의 단어가 얼마나 커지는지를 정합니다. 둘은 점수에 곱해집니다. 맞는 단어는 강해지거나 약해지고, 맞지
    않아 점수가 0보다 작은 단어는 먼저 0이 됩니다(ReLU). 그러지 않으면 거리가 거꾸로 작용합니다. w를 움직이며 히트맵 A를 보세요. B는 ReLU와 거리를 쓰지
    않는 같은 헤드이고, A − B는 그 둘이 바꾼 부분입니다.
help-formulas = 수식으로 보기
help-about = DA-Transformer는 각 헤드의 어텐션 점수에서 음수를 0으로 자르고, 두 단어 사이의 토큰 거리에 따라 달라지는 계수
    <i>f(w·R; v)</i>를 곱합니다. <b>w < 0</b>인 헤드는 가까운 단어를, <b>w > 0</b>인 헤드는 먼 단어를 선호합니다.
    <b>v</b>는 그 강도의 한계를 정합니다. 계수는 <i>1 + e<sup>v</sup></i>를 넘지 않습니다.
help-use = 문장을 입력하고 헤드를 골라 w와 v를 움직여 보세요. 패널 A는 거리 인식 방법, 패널 B는 비교 대상, A − B는 둘의
    차이입니다. 모든 숫자는 그림을 만든 계산 기록에서 나옵니다. 셀을 가리키면 계산식이 보이고, 클릭하면 고정됩니다.
help-near = 근거리 헤드가 0에 가깝게 줄이는 것은 먼 단어의 점수이지 가중치가 아닙니다. e<sup>0</sup> = 1이므로 먼 단어도 작은 몫을
    고르게 나눠 갖고, 양의 점수가 없는 행은 균등해집니다. w > 0이면 모든 계수가 1 이상이므로 가까운 단어는 먼 단어에
    비해 상대적으로만 억제됩니다. w = 0이면 모든 계수가 1입니다. 이것은 바닐라가 아니라 위치 없는 ReLU 어텐션이니
    “바닐라, 위치 없음”과 비교해 보세요.
help-script = 스크립트는 window.nearfar(set, trace, attend, open, link)로 이 페이지를 다룹니다. 각각의 입력과 출력:
help-steps = 랩에서 첫 단계 보이기

## 단축키

keys = 단축키
keys-list = 이 목록
    .keys = ?
keys-undo = 실행 취소, 다시 실행
    .keys = Ctrl+Z, Ctrl+Shift+Z
keys-rooms = 실험실, 곡선, 비교, 학습, 검사, 배우기
    .keys = 1, 2, 3, 4, 5, 6
keys-head = 이전 헤드, 다음 헤드
    .keys = [ 또는 ]
keys-layer = 이전 레이어, 다음 레이어 (레이어가 여럿인 모델)
    .keys = {"{"} 또는 {"}"}
keys-arrows = 행렬에서: 커서 이동. 슬라이더에서: w나 v 이동
    .keys = 화살표 키
keys-ends = 행렬에서: 행의 첫 키와 마지막 키
    .keys = Home, End
keys-lock = 행렬에서: 커서를 여기에 고정, 또는 해제
    .keys = Enter 또는 Space
keys-zoom = 행렬에서: 확대, 축소, 전체 보기
    .keys = +, −, 0
keys-table = 행렬에서: 숫자를 표로 보기
    .keys = T
keys-listen = 행렬에서: 행 듣기, 셀마다 음 하나, 색이 범례에서 오른쪽일수록 높은 음; 다시 누르면 멈춤
    .keys = P
keys-escape = 커서 고정 해제, 열린 것 닫기
    .keys = Escape
keys-train = 학습에서: 재생 또는 일시정지, 한 스텝, 처음으로
    .keys = Space, ., R

## 모든 화면 아래

language = 언어
theme = 모양

foot = Nearfar는 모든 것을 이 페이지에서 계산합니다. 입력한 내용은 브라우저 밖으로 나가지 않습니다. 방법은 Wu, Wu and Huang,
    “DA-Transformer: Distance-aware Transformer”, NAACL 2021을 따르고, 단어 벡터는 GloVe (PDDL)입니다.

hidden-some = 이 링크는 페이지의 일부를 숨깁니다.
hidden-show-all = 모두 보기
embed-open = Nearfar에서 열기

## 실험실과 비교를 위해 읽은 파일의 모델

lent-reads = { $tokenizer }의 토큰 ({ $kind }, { $pieces })
    .numbers = 토큰 번호 (함께 온 토크나이저 없음)
lent-reads-words = 학습 때의 벡터를 쓴 단어
lent-reads-nothing = 자체 텍스트의 토큰
lent-weights-alone = { $file }에는 토큰 { $tokens }개의 어텐션 가중치가 쿼리와 키 없이 들어 있습니다. 텍스트는 파일 자체의 것이라 입력한 문장은 아무것도 바꾸지 않습니다. 표시되는 점수는 ln A이고 softmax가 이를 다시 A로 만듭니다. 후기 조정과 더하는 계수는 모델에서와 똑같이 작용하며, softmax 전에 곱하면 ln A에 작용하고 ReLU는 그중 아무것도 남기지 않습니다
lent-own = 이 프로젝트의 체크포인트라 단독으로 열어야 합니다
lent-cannot-run = { $why }. 무엇인지, 무엇을 직접 지정할 수 있는지는 검사에서 볼 수 있습니다
lent-no-tokenizer = { $file }에 토크나이저가 없습니다. tokenizer.json이나 vocab.txt를 여기에 끌어다 놓거나 문장 자리에 토큰 번호를
    입력하세요. { $why }
lent-reader-odd = 파일 워커가 예상과 다른 응답을 보냈습니다
