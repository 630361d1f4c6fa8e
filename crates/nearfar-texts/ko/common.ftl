### 여러 화면에서 함께 쓰는 글: 대화 상자와 입력란, 행렬 그림, 파일, 워커

## 대화 상자와 입력란

dialog-close = 닫기
field-mixed = 여러 값
slider-heads-differ = 헤드마다 다름
slider-field = { $name }, { $least }부터 { $most }까지의 값

chart-point = { $line }, { $x }에서: { $value }
chart-at-cursor = { $x }에서 { $value }

## 행렬 그림

matrix-role = 행렬
matrix-show-all = 전체 보기
matrix-zoom-out = 축소
matrix-zoom-in = 확대
matrix-tools = 그림 도구
matrix-as-table = 표로 보기
matrix-show-large = 크게 보기
matrix-unit-numbers = { $unit }, 빈칸: { $least } 미만
matrix-unit-largest = { $unit }, 가장 큰 값까지
matrix-listen = 행 듣기
matrix-heard = { $row } 행을 왼쪽부터 들려줍니다. 가장 높은 음: { $highest }.
matrix-unheard = { $row } 행: 들을 값이 없습니다.
matrix-save = 저장
matrix-save-as = 저장 형식
matrix-save-png = 그림 (PNG)
matrix-save-svg = 그림 (SVG)
matrix-save-csv = 숫자 (CSV)
matrix-save-json = 숫자 (JSON)

## 표로 보는 행렬

table-name = 숫자 표
table-about = 행은 쿼리, 열은 키입니다.
table-zoom-in = 셀 하나가 픽셀 하나가 될 때까지 확대하면 여기에 숫자가 나옵니다.
table-part = 쿼리는 { $query }번부터 { $rows }개, 키는 { $key }번부터 { $columns }개입니다.
# 따옴표 안은 matrix-save와 matrix-save-csv의 글이다.
table-first = 토큰 { $all }개 중 처음 { $shown }개입니다. 전체는 “저장, 숫자 (CSV)”에 있습니다.

## 용어

nats-means = 여기에 쓰는 젠슨-섀넌 발산의 단위로, 자연로그를 씁니다. 0이면 어텐션이 같고, 0.693(ln 2)이면 겹치는 키가
    없습니다.

## 방법을 정하는 컨트롤

mapping-label = 매핑 f
attention-label = 어텐션
attention-da = 거리 인식
attention-vanilla = 바닐라, 사인파 위치
attention-no-positions = 바닐라, 위치 없음
adjustment-label = 조정

## 사이트의 파일

fetch-status = 서버가 { $status } 상태로 응답했습니다
fetch-empty = 응답이 비어 있습니다

## 멈춘 화면

room-stopped = 이 화면이 내부 오류로 멈췄습니다
room-reload = 새로고침

## 끝난 워커
##
## 각각 워커 이름으로 시작하는 문장의 끝이며, 이름 뒤에는 조사 이/가가 온다: “파일 워커가 멈췄습니다: out of memory.”

worker-stopped = 멈췄습니다: { $why }
worker-not-started = 시작되지 않았습니다: { $why }
worker-error = 내부 오류를 일으켰습니다: { $why }
worker-other-version = 브라우저에 남아 있던 다른 버전입니다. 페이지를 새로고침하세요
worker-silent = { $seconds }초 동안 응답이 없어 종료되었습니다
worker-restarted = 다시 시작되었습니다
worker-script-missing = 스크립트를 불러오지 못했습니다
worker-it = 워커가 { $why }
worker-answered-else = 워커가 예상과 다른 응답을 보냈습니다
worker-no-answer = 워커가 응답하지 않았습니다

## 여러 화면의 낱말

head = 헤드 { $head }
open-checkpoint = 체크포인트 열기
file-waits = 모델이 열릴 때까지 보관합니다: { $files }. 이어서 모델을 여세요.
    .named = { $wanted } 파일이 열릴 때까지 보관합니다: { $files }. 이어서 그 파일을 여세요.
try-again = 다시 시도
assumed = 가정한 것
unit-weight = 밝은 곳: 그 행이 보는 곳
unit-difference = 주황: A가 큼, 파랑: A가 작음
how-strongly = 강도
near-to-far = 근거리 ← → 원거리
ends-w = 근거리 원거리
ends-v = 약 강
file-not-loaded = { $file }을(를) 불러오지 못했습니다: { $why }.

## 행렬을 보지 못하는 사람을 위한 설명

aloud-empty = 빈 행렬
aloud-head = { $count ->
   *[other] 헤드 { $head }, 쿼리 { $count }개 × 키 { $count }개. 최댓값 { $value }: { $from } → { $to }.
}
aloud-word = “{ $word }”
aloud-words = “{ $word }”와(과) 그 뒤 단어들
aloud-pair = “{ $word }”({ $place }) → “{ $other }”({ $at })

cells-head = 헤드
cells-offset = 오프셋 j − i
cells-feature = 특징
cells-whole = 범위
cells-all = 전체
cells-of-head = { $name }, 헤드 { $head }
cells-together = { $name }, 숫자 { $count }개씩의 제곱평균제곱근
model-films-named = 영화 리뷰 (SST-2), { $method }

## 외부 모델의 토큰

no-vectors = 단어 벡터를 불러오지 못했습니다: { $why }.
ids-wrong = “{ $word }”은(는) 토큰 번호가 아닙니다. 101 2023 102처럼 번호를 적으세요.
ids-none = 101 2023 102처럼 토큰 번호를 적으세요.
ids-many = 토큰이 { $count }개입니다. 여기서는 최대 { $most }개를 실행합니다.
tokenizer-more-rows = { $count ->
   *[other] 이 모델의 토크나이저로 가정합니다. 모델의 행이 어휘보다 { $count }개 많지만, 길이를 늘린 표가 그렇습니다
}
tokenizer-odd = 토크나이저가 예상과 다른 응답을 보냈습니다
