### 실험실. A와 B는 두 패널이고, w, v, R, S, f, Q, K는 수식 기호라 그대로 둔다.

## The claim over the sentence, and its three steps

claim = 첫 단계
claim-why = 이 AI는 영화평을 판정합니다. ‘나쁘지 않다’는 칭찬입니다. 얼마나 멀리 봐야 알까요?
claim-w = w를 ‘원거리’ 쪽으로 끌면서 그림 A를 보세요.
claim-w-far = w를 ‘근거리’ 쪽으로 끌면서 그림 A를 보세요.
claim-term = 이 모델은 스스로 거리를 압니다. 얼마나인지는 β가 정합니다. w와 v는 그 위에 곡선을 씌웁니다.
claim-v-near = v는 점수가 얼마나 일찍 줄어드는지 정합니다. v를 왼쪽으로 끌면 먼 단어가 더 많이 남습니다.
claim-v-far = v는 점수가 얼마나 높이 커지는지 정합니다. v를 오른쪽으로 끌면 먼 단어가 더 커집니다.
claim-v-flat = v는 w가 얼마나 강하게 작용하는지를 정합니다. w = 0이면 v는 효과가 없습니다. w를 먼저 끌어 보세요.
claim-relu = ReLU는 0보다 작은 점수를 먼저 0으로 만듭니다. 왜일까요?
claim-relu-in = 왜 ReLU일까요? 3을 누르면 헤드 { $head }이(가) 보여 줍니다.
claim-relu-try = “{ $query }” → “{ $key }”의 점수는 { $score }, 잘 맞지 않습니다. ReLU가 0으로 만들면 0 × { $factor }도 0입니다. ReLU를 꺼 보세요:
claim-relu-falls = 먼 단어가 커져야 하는데 { $score } × { $factor } = { $product }: “{ $key }”의 몫이 { $share }(으)로 줄어듭니다. ReLU를 다시 켜 보세요.
claim-relu-rises = 먼 점수를 줄이려던 것이 이 점수를 올립니다: { $score } × { $factor } = { $product }. ReLU를 다시 켜 보세요.
claim-relu-off = ReLU가 없으면 0보다 작은 점수에는 거리가 거꾸로 작용합니다. 다시 켜 보세요.
claim-relu-out = 이 모델은 ReLU 없이 학습했습니다. 0보다 작은 점수에는 곡선이 거꾸로 작용합니다.
claim-done = A − B를 보고, 직접 쓴 문장으로 해 보세요. 다음:
claim-done-film = 이 AI는 “not bad”를 이해할까요? 시험하거나 계속하기:
claim-done-tried = “Not bad”는 칭찬입니다. A의 판단: { $class } { $share }. 계속하기:
claim-done-wrong = “Not bad”는 칭찬입니다. A의 판단은 { $class } { $share }, B는 { $other }: 둘 다 틀렸습니다.
claim-nearer = 헤드 { $head }이(가) 이제 더 가까이 봅니다. 평균 { $before }이(가) 아니라 { $now } 토큰 거리입니다.
claim-farther = 헤드 { $head }이(가) 이제 더 멀리 봅니다. 평균 { $before }이(가) 아니라 { $now } 토큰 거리입니다.
claim-as-far = 헤드 { $head }은(는) 여전히 평균 { $now } 토큰 거리를 봅니다.
claim-stronger = 더 강하게: 헤드 { $head }이(가) 평균 { $before }이(가) 아니라 { $now } 토큰 거리를 봅니다.
claim-milder = 더 약하게: 헤드 { $head }이(가) 평균 { $before }이(가) 아니라 { $now } 토큰 거리를 봅니다.
claim-then-w = 이제 w를 가까운 쪽이나 먼 쪽으로 끌어 보세요.
claim-then-v-near = 이제 강도를 정하는 v를 왼쪽으로 끌어 보세요.
claim-then-v-far = 이제 강도를 정하는 v를 오른쪽으로 끌어 보세요.
claim-step-w = w 끌기
claim-step-v = v 끌기
claim-step-relu = 왜 ReLU인가?
claim-back = 헤드 { $head }로 돌아가기
claim-dismiss = 첫 단계 숨기기

## For those who are new here: a button beside the claim, and what it opens

new-here = 처음이세요?
intro = 소개
first-lesson = 모델이 “not”을 놓치는 이유
word-token = 토큰
    .means = 문장의 한 조각으로, 단어나 기호입니다.
word-query = 쿼리, 키
    .means = 보는 단어가 쿼리이고, 보이는 단어가 키입니다.
word-score = 점수
    .means = 쿼리와 키가 얼마나 잘 맞는지 나타냅니다. 맞지 않으면 0보다 작습니다.
word-softmax = softmax
    .means = 한 행의 점수를 몫으로 바꿉니다. 점수가 높을수록 몫이 크고, 모두 더하면 1입니다.
word-head = 헤드
    .means = 단어를 보는 한 가지 방식입니다. 한 모델에 여러 헤드가 나란히 있습니다.
word-relu = ReLU
    .means = 0보다 작은 점수를 0으로 만들고 나머지는 그대로 둡니다.
word-da = DA
    .means = 거리 인식(distance-aware)입니다. A처럼 점수에 거리에 따른 계수를 곱합니다.
word-vanilla = 바닐라
    .means = B처럼 그 계수가 없는, 트랜스포머의 보통 어텐션입니다.

## What comes next

onward = 이어서
onward-learn = 한 단계씩
    .about = 모델이 “not”을 놓치는 이유를, 또는 수학을 조금 써서 논문의 생각을 예측하고, 해 보고, 확인합니다.
onward-train = w가 스스로 배우는 것 보기
    .about = 가까운 단어나 먼 단어가 답을 정하는 과제로 작은 헤드를 학습시킵니다.
onward-compare = 거리를 아는 다른 방법
    .about = 이 문장과 이 헤드를 다른 모든 방법으로 봅니다.
onward-inspect = 이 모델의 모든 헤드, 또는 내 모델
    .about = 체크포인트를 놓으세요. 어느 헤드가 가까이를, 어느 헤드가 멀리를 볼까요?

## 문장

sentence-title = 문장
sentence-placeholder = 문장을 입력하세요
sentence-too-long = 텍스트가 보관 한도인 { $most }바이트를 넘습니다. 나머지는 제외했습니다.

examples = 예문
example-own = 직접 입력
example-film = 영화
example-meal = 긴 문장: 식사
example-negation = 부정
example-repetition = 반복
example-news = 뉴스

## 문장 아래: 문장이 어떻게 되었는지

status-tokens =
    { $count ->
       *[other] 토큰 { $number }개.
    }
status-cut = 토큰 { $total }개 중 처음 { $used }개를 씁니다. “{ $first-left-out } …”부터는 제외했습니다.
status-unknown =
    { $count ->
       *[other] { $number }개는 여기서 아는 단어가 아니어서(점선) 철자로 벡터를 만들었습니다.
    }
status-loading = 단어 벡터를 불러오는 중: { $share }%.
status-waiting =
    { $count ->
       *[other] { $number }개가 벡터를 기다리고 있습니다.
    }

## 토큰

tokens = 문장의 토큰
tokens-too-many = 토큰은 { $most }개까지 하나씩 표시합니다.
bars-click = 단어를 고르면 그 단어가 보는 곳이 보입니다.
rows-look = 그림의 각 행은 보는 단어이고, 각 열은 보이는 단어입니다.
bars-of-all = 막대: 각 토큰이 평균적으로 받는 어텐션. 위는 A, 아래는 B, 가장 긴 막대는 { $longest }.
bars-of-word = 막대: “{ $word }”에서 받은 어텐션. 위는 A, 아래는 B, 가장 긴 막대는 { $longest }.
bars-of-selected =
    { $count ->
        [1] 막대: 선택한 토큰에서 받은 어텐션. 위는 A, 아래는 B, 가장 긴 막대는 { $longest }.
       *[other] 막대: 선택한 토큰 { $count }개에서 받은 어텐션(평균). 위는 A, 아래는 B, 가장 긴 막대는 { $longest }.
    }
bars-of-all-empty = 막대: 모든 토큰에서 받은 어텐션(평균). 위는 A, 아래는 B.
bars-short = 막대: 받는 어텐션, 위 A, 아래 B.
bars-short-of-word = 막대: “{ $word }”의 시선, 위 A, 아래 B.
bars-of-word-empty = 막대: “{ $word }”에서 받은 어텐션. 위는 A, 아래는 B.
bars-of-selected-empty =
    { $count ->
        [1] 막대: 선택한 토큰에서 받은 어텐션. 위는 A, 아래는 B.
       *[other] 막대: 선택한 토큰 { $count }개에서 받은 어텐션(평균). 위는 A, 아래는 B.
    }
sum-of-one = “{ $word }”: 자기 어텐션 중 자신에게 주는 비율 A { $to-itself-a }, B { $to-itself-b }. 전체 어텐션 중 받는 비율
    A { $from-all-a }, B { $from-all-b }.
sum-of-several = 선택한 토큰들: 자기 어텐션 중 자신과 서로에게 주는 비율 A { $to-each-other-a }, B { $to-each-other-b }. 전체 어텐션 중 받는
    비율 A { $from-all-a }, B { $from-all-b }.
token-learned = 학습하면서 바뀐 벡터
token-unknown = 아는 단어가 아님, 철자로 만든 벡터
token-waiting = 벡터를 아직 불러오지 못함, 지금은 철자로 만든 벡터
token-borrowed = “{ $word }”의 벡터를 씀

## 요청하거나 끌어다 놓거나 연 파일

files-open-again = 파일 열기 …
files-open-again-name = 파일 다시 열기
files-go-on-without = 페이지의 모델 보기
files-drop = 체크포인트를 config.json, 토크나이저와 함께 여기에 끌어다 놓으세요.
assumed-about = <b>저장되지 않아 가정한 것:</b> 모두 맞을 때만 그림이 이 모델을 올바로 보여 줍니다. 다른 것은 검사의 “직접 지정”에서
    바꾸세요.

## 실험

experiment = 실험
pictures-no-sentence = 위에 문장을 입력하거나 예문을 고르면 어텐션이 여기에 나타납니다.
pictures-no-file = 파일에서 연 모델의 어텐션이 여기에 나타납니다.
pictures-loading = 단어 벡터와 모델을 불러오는 중 …
pictures-loaded = 단어 벡터를 불러왔습니다

## 헤드와 레이어

head-previous = 이전 헤드
head-previous-title = 이전 헤드 ([)
head-next = 다음 헤드
head-next-title = 다음 헤드 (])
heads-several = 헤드 { $heads }
heads-every = 헤드 { $count }개 모두
layer = 레이어 { $layer }
# “헤드 3” 뒤에 작게 붙는다: “헤드 3 / 16”.
of-all = / { $count }
layers = 레이어
layer-previous = 이전 레이어
layer-previous-title = 이전 레이어 ({"{"})
layer-next = 다음 레이어
layer-next-title = 다음 레이어 ({"}"})
layer-of-b = B의 레이어
layer-as-a = A와 같게

## w와 v

sliders = w와 v
slider-w = w, 근거리에서 원거리로
slider-v = v, 강도
slider-beta = β, 모델의 위치 항을 얼마나 반영할지
ends-beta = 반대 세배
slider-reach = r, 도달 거리: 그보다 먼 거리는 r로 셉니다
ends-reach = 없음 전부
slider-base = lg b, 회전의 밑 b의 상용로그
ends-base = 빠름 느림
slider-content = u ×, u에 곱하는 수
slider-position = v ×, v에 곱하는 수
ends-bias = 없음 세배
slider-bucket = j − i, 값을 바꿀 버킷의 거리
ends-bucket = 앞 뒤
slider-shift = b +, 이 버킷의 값에 더하는 수
ends-shift = 작게 크게
term-title = 모델이 점수에 더하는 값, j − i별
w-of-vanilla = 방법 A는 바닐라 어텐션이라 w와 v가 없습니다.
v-of-vanilla = v: 바닐라 어텐션에는 없습니다
w-left-out = 거리를 뺐습니다. 모든 계수는 w = 0일 때의 값입니다.
v-left-out = 이때는 v도 영향을 주지 않습니다.
head-says = 헤드 { $head }: { $says }
presets = 준비된 w와 v
presets-open = 준비된 w와 v
presets-reset = 초기화
presets-restore = 학습된 값으로

## 거리별 계수

coefficient-title = 거리별 계수
coefficient-band = 다른 v, −3~3
coefficient-does = |i − j| 토큰 떨어진 점수에 곱합니다. 0은 그대로 0입니다.
coefficient-sigmoid = R = |i − j| 토큰 떨어진 점수에 곱합니다. 1은 바꾸지 않습니다. f = (1 + eᵛ) / (1 + eᵛ⁻ʷᴿ)
coefficient-learned = 점선: 학습된 값
coefficient-curve = 계수: 거리 0에서 { $itself }, 거리 1에서 { $next }, 거리 { $distance }에서 { $farthest }.

## 그림

pictures-which = 표시할 그림
unit-no-sum = 밝은 곳을 봄, 합은 제각각
difference-by-clipping = A(w = 0) − B
difference-by-distance = A − A(w = 0)
picture-of-head = { $panel } · 헤드 { $head }
picture-of-head-w = { $panel } · 헤드 { $head }, w = { $w }
title-without-distance = w를 0으로
title-without-softmax = softmax 없음
title-layer = 레이어 { $layer }
title-head = 헤드 { $head }
several-one = 지금은 헤드 하나만 움직입니다. “{ heads-add }”를 누르고 다른 헤드를 고르면 최대 넷을 나란히 봅니다.
several-first = 움직이는 헤드 { $count }개 중 처음 { $shown }개입니다.
several-order = 학습된 w가 작은 것부터 놓습니다.
picture-keys = { $says } 화살표 키로 커서를 옮기고 T 키로 표를 보고 P 키로 행을 듣습니다.
picture-too-large-to-save = 토큰이 { $most }개를 넘는 행렬은 전체가 메모리에 올라오지 않아 숫자나 SVG로 저장할 수 없습니다. PNG는
    그림을 보이는 대로 저장합니다.

## 선으로 그린 어텐션

lines-role = 토큰 사이의 선
lines-name = { $title }: 왼쪽 쿼리에서 그 쿼리가 주목하는 오른쪽 키로 이은 선. 화살표 키로 쿼리를 고릅니다.
lines-about = 왼쪽은 쿼리, 오른쪽은 키입니다. 선이 진할수록 가중치가 크고, 0.01 미만은 생략합니다.

## 저장한 파일에 적는 설정

about-head = { $projections }, 헤드 { $head }, { $method }
about-masked = 인과 마스크
about-elsewhere = 다른 레이어의 w와 v를 바꿈
about-both = A: { $a }; B: { $b }
about-model = 모델 { $model }
about-layer = { $file }, 레이어 { $layer }
untrained = 미학습 투영 (시드 { $seed })

## 그림 옆의 한 줄: 가리킨 셀

cell-itself = “{ $query }” → “{ $key }”(자기 자신): A { $a }, B { $b }, { $part } { $difference }
cell-away =
    { $count ->
       *[other] “{ $query }” → “{ $key }”, 거리 { $number }: A { $a }, B { $b }, { $part } { $difference }
    }
cell-by-clipping = ReLU 효과
cell-by-distance = 거리 효과

## A − B 중 표시할 것

parts = A − B 중 표시할 것
largest-difference = 최대: { $difference }, “{ $query }” → “{ $key }”
without-distance = A에서 거리를 뺐습니다.
without-softmax = A에서 softmax를 뺐습니다.
without-softmax-too = A에서 softmax를 뺐습니다. A − B에는 그 몫도 들어 있습니다.
nearest-shown = 이 문장에서 가장 비슷한 B의 헤드는 { $head }번입니다 (발산 { $apart } nat)
nearest-show = 이 문장에서 가장 비슷한 B의 헤드 보기: 헤드 { $head } (발산 { $apart } nat)
nearest-same = B의 같은 번호

## A가 만들어지는 과정: 거리에서 가중치까지

reach-scale = 평균 거리(토큰), 점선: 고르게 퍼질 때
reach-alone = A는 평균 { $a } 토큰 떨어진 곳을 봅니다. 고르게 퍼진 어텐션은 { $even }입니다.
reach = A는 평균 { $a } 토큰, B는 { $b } 토큰 떨어진 곳을 봅니다. 고르게 퍼진 어텐션은 { $even }입니다.
reach-near-keeps = 먼 점수는 0으로 내려가지만, softmax는 점수 0에도 제 몫을 줍니다(e⁰ = 1). 먼 단어도 가중치를 조금 지닙니다.
reach-near-yet = 계수는 가까운 토큰을 선호하지만 A는 B보다 멀리 봅니다.
reach-near-yet-why = 계수는 가까운 토큰을 선호하지만 A는 B보다 멀리 봅니다. 먼 점수는 0으로 내려가고, 점수 0도 고른 몫을 지니기 때문입니다.
reach-near-yet-clipped = 계수는 가까운 토큰을 선호하지만 A는 B보다 멀리 봅니다. ReLU가 점수를 대부분 0으로 만들고, 점수 0도 고른 몫을 지니기 때문입니다.
reach-near-yet-below = 계수는 가까운 토큰을 선호하지만 A는 B보다 멀리 봅니다. 점수가 대부분 0보다 작고, ReLU가 없으면 작은 계수가 그 점수들을 끌어올리기 때문입니다.
reach-far-level = 거리 1부터 곡선이 거의 평평합니다. 다른 단어는 모두 먼 단어만큼 커지고, 단어 자신은 그대로입니다.
reach-far-yet = 계수는 먼 토큰을 선호하지만 A는 B보다 가까이 봅니다. 0보다 크지 않은 점수는 키우지 못하기 때문입니다.
reach-far-yet-below = 계수는 먼 토큰을 선호하지만 A는 B보다 가까이 봅니다. ReLU가 없으면 0보다 작은 점수를 더 낮추기 때문입니다.
pipeline-title = A가 만들어지는 과정
pipeline-pair = “{ $query }” → “{ $key }”
step-distance = 거리
step-weighted = 가중 거리
step-coefficient = 계수
step-term = 위치 항
step-raw-score = 원점수
step-clipped = 클리핑
beside-clipped = ReLU 적용
beside-clips = 0 미만 → 0
beside-coefficient = 거리에 따라
beside-colours = 보라: 낮춤, 초록: 높임
step-adjusted = 조정
step-score = 점수
step-normalised = 정규화
step-weight = 가중치
why-distance = 쿼리(행)에서 키(열)까지의 토큰 수입니다. 방향은 상관없습니다.
why-weighted = 거리에 w를 곱한 값입니다. 논문의 곡선에서는 w가 0보다 작으면 먼 토큰이 덜, 0보다 크면 더 중요해집니다.
why-coefficient = 각 쌍의 배수입니다. 1은 그대로, 1보다 작으면 낮추고 크면 높입니다. 거리만 따지므로 대각선과 나란한 줄에서는 모두 같습니다.
why-coefficient-added = 각 쌍에 더하는 값입니다. 0은 그대로입니다. 거리만 따지므로 대각선과 나란한 줄에서는 모두 같습니다.
why-term = 모델이 쿼리와 키의 위치에 따라 스스로 더하는 값에 β를 곱한 것입니다.
why-raw-score = 쿼리와 키가 얼마나 맞는지, 내적에 스케일을 곱한 값입니다. 0보다 작을 수 있습니다.
why-clipped = ReLU는 0보다 작은 점수를 0으로 만듭니다. 곱하면 그런 점수는 1보다 작은 배수가 끌어올리고, 큰 배수가 끌어내리기 때문입니다.
why-adjusted = 점수와 계수를 합친 값으로, softmax가 비교하는 값입니다.
why-score = 쿼리와 키가 얼마나 맞는지로, softmax가 비교하는 값입니다.
why-softmax = softmax는 행마다 1을 키들에 나눕니다. 몫은 e의 점수 제곱을 따르고, 점수 0도 e⁰ = 1로 셉니다.
why-weight = softmax 가중치를 거리로 조정한 값입니다. 행의 합이 1이 아닐 수 있습니다.
share-of-zero = 여기 점수는 0입니다. e⁰ = 1이므로 몫이 남습니다.
step-title = { $step }: { $formula }
counts-tokens = 토큰
counts-weighted = w × 토큰
counts-factor = 배율
    .more = 배율, 1이면 변화 없음
counts-addend = 더하는 값
    .more = 더하는 값, 0은 그대로
counts-score = 점수
counts-weight = 가중치
    .sums = 가중치, 행의 합은 1
    .unsummed = 가중치, 행의 합이 1이 아님

switches = 뺄 수 있는 단계
switches-about = A의 단계:
switch-relu = ReLU
switch-relu-title = 빼면 음의 점수도 조정됩니다
switch-distance = 거리
switch-distance-title = 빼면 모든 w를 0으로 봅니다
switch-softmax = Softmax
switch-softmax-title = 빼면 softmax 대신 시그모이드로 키마다 따로 가중치를 얻습니다
relu-is-on = ReLU가 점수 { $cells }개 중 { $below }개를 0으로 만듭니다. 없으면 거리가 거꾸로 작용합니다: × { $factor }이(가) “{ $query }” → “{ $key }”의 점수를 { $score }에서 { $product }(으)로 높입니다.
relu-is-on-far = ReLU가 점수 { $cells }개 중 { $below }개를 0으로 만듭니다. 없으면 거리가 거꾸로 작용합니다: × { $factor }이(가) “{ $query }” → “{ $key }”의 점수를 { $score }에서 { $product }(으)로 낮춥니다.
relu-idle = 0보다 작은 점수가 없어 여기서 ReLU는 아무것도 바꾸지 않습니다.
relu-alone = ReLU가 점수 { $cells }개 중 { $below }개를 0으로 만듭니다.
relu-is-off = ReLU가 없어 점수 { $cells }개 중 음수인 { $below }개에는 거리가 거꾸로 작용합니다. 예: “{ $query }” → “{ $key }”: { $score } × { $factor } = { $product }.
relu-off-idle = ReLU가 없어도 여기서는 달라지는 것이 없습니다. 0보다 작은 점수가 없습니다.
relu-off-alone = ReLU가 없어 점수 { $cells }개 중 { $below }개가 0보다 작습니다.
distance-is-off = 거리가 없으면 모든 계수가 w = 0일 때의 값입니다. 가까운 단어와 먼 단어를 똑같이 다룹니다.
distance-is-off-own = 거리가 없으면 모든 계수가 w = 0일 때의 값입니다. 모델 자체의 위치 정보는 그대로 작용합니다.
softmax-is-off = softmax가 없으면 단어끼리 경쟁하지 않습니다. 가중치는 각각 σ(점수 − ln { $keys })입니다. 한 단어가 얻어도 다른
    단어가 잃지 않고, 행의 합은 1이 아니라 { $least }에서 { $most } 사이입니다.
softmax-is-off-causal = (행의 키 수)

## 셀 하나의 계산

arithmetic-title = “<slot>{ $query }</slot>” <sub>{ $query-place }</sub> → “<slot>{ $key }</slot>” <sub>{ $key-place }</sub>
arithmetic-title-none = 셀 하나
arithmetic-none = 셀을 가리키거나 화살표 키로 옮기면 계산식이 보이고, 클릭하면 고정됩니다.
arithmetic-strongest = 헤드 { $head }. 헤드를 표시했을 때 서로 다른 두 토큰 사이에서 A와 B의 차이가 가장 컸던 셀, 차이가 없으면 A가 가장 컸던 셀입니다. { arithmetic-none }
arithmetic-locked = 헤드 { $head }, 고정됨. 셀을 다시 클릭하거나 Escape를 누르면 풀립니다.
arithmetic-pointed = 헤드 { $head }, 포인터 아래의 셀. 클릭하면 고정됩니다.
arithmetic-elsewhere = 헤드 { $head }, 포인터 아래의 셀. 그림에서 벗어나면 고정된 셀로 돌아갑니다.
formula-scale = S = QKᵀ · 스케일
formula-scale-bias = QKᵀ · 스케일 + βb
formula-masked = 마스크됨
formula-softmax = exp({ $logit } − { $log-sum }), 행의 ln Σ exp는 { $log-sum-of-row }

## 모든 헤드

heads-title = 모든 헤드
heads-name = 헤드
head-near = 근거리
head-far = 원거리
head-flat = 평탄
heads-which = 슬라이더로 움직일 헤드
heads-add = 여럿 선택
heads-add-title = 켜 두면 헤드를 클릭할 때마다 움직일 헤드에 더하거나 뺍니다
heads-move-all = 모든 헤드 움직이기
heads-presets = 모든 헤드의 준비된 값
heads-count = 헤드 수
heads-seed = 시드
heads-seed-name = 미학습 투영의 시드
heads-about = w: 계수가 선호하는 거리. 시선: 평균적으로 보는 거리(토큰), 고르게 퍼진 어텐션은 { $distance }. 색은 그림마다 따로입니다. 밝은 곳이 그 헤드가 가장 많이 보는 곳입니다.
thumbnail-title = w가 선호하는 거리, 헤드가 평균적으로 보는 거리(토큰). Ctrl+클릭하면 여러 헤드를 함께 움직입니다
thumbnail-favours = w: { $character }
thumbnail-looks = 시선 { $distance }
thumbnail = <slot>헤드 </slot>{ $head }

## 논문의 Fig. 8

figure-8 = Fig. 8의 네 헤드
figure-8-title = Fig. 8처럼: AG News로 학습한 DA-Transformer와 바닐라 모델의 네 헤드를 뉴스 문장 하나로 봅니다
figure-8-about = 논문의 Fig. 8처럼 위는 거리 인식 뉴스 모델의 네 헤드로, 학습된 w가 가장 작은 것부터 가장 큰 것까지입니다.
    아래는 바닐라 모델의 같은 번호 헤드입니다. 문장은 AG News 테스트 세트와 같은 종류로 직접 지었습니다. 논문 그림의 문장은
    글자가 너무 작아 읽을 수 없습니다.

## 모델, 방법, 색

methods-title = 모델과 방법
method-menu = { $panel }의 모델과 방법
method-of = 방법 { $panel }
method-da-transformer = DA-Transformer
method-da-without-relu = ReLU 없는 DA-Transformer
method-da = DA, { $mapping }, { $adjustment }
method-da-one = DA, { $part }
method-in-file = 파일 그대로
method-short-vanilla = 거리 없음
method-short-sinusoids = 사인파 포함
method-short-da = 거리 있음
method-short-in-file = 파일 그대로
look = 마스크와 그림
look-open = 그림
look-view = 그리는 방식
look-range = 색 범위
look-colours = 색
look-causal = 인과 마스크
look-causal-title = 토큰이 뒤의 토큰을 보지 못합니다
look-causal-by-itself = 이 모델은 그 자체로 인과적입니다. 토큰이 뒤의 토큰을 보지 못합니다

model = 모델
model-open = 체크포인트 열기 …
model-open-title = 널리 쓰는 형식의 체크포인트를 config.json, tokenizer.json 또는 vocab.txt와 함께 여세요. 파일은 이 브라우저에만
    있습니다
badge-in-file = 파일 그대로: { $model }
badge-in-file-by = 파일 그대로, { $method }: { $model }
badge-trained = 학습됨: { $model }
badge-moved = { $model }, w, v 바꿈
badge-moved-others = { $model }, 다른 헤드의 w, v 바꿈
badge-term-moved = { $model }, 위치 항 바꿈
badge-otherwise = { $model }, 어텐션 바꿈
title-plain = 거리 없음
about-plain = 같은 헤드, ReLU 없음
about-plain-trained = 같은 헤드, ReLU 없음, 재학습하지 않음
about-other = 같은 헤드, 다른 방법
about-other-trained = 같은 헤드, 다른 방법, 재학습하지 않음
about-same = 같은 헤드, 같은 방법, 같은 w와 v
about-in-file = 파일에 있는 그대로의 헤드

## 모델이 문장을 어떻게 판단하는지

answers-title = 문장에 대한 모델의 답
verdict = 모든 헤드의 답: A { $class-a } { $share-a }, B { $class-b } { $share-b }
verdict-film = 영화평을 판정하는 모델: A { $class-a } { $share-a }, B { $class-b } { $share-b }
verdict-news = 뉴스를 분류하는 모델: A { $class-a } { $share-a }, B { $class-b } { $share-b }
answer-title = { $panel }의 답
answer-method = { $method }
answer-untrained = 없음: 미학습 투영에는 분류기가 없습니다
answer-in-file = 없음: 파일의 모델은 레이어만 실행하고 그 위의 출력부는 실행하지 않습니다
answer-trained = 학습값{"\u00a0"}{ $trained }
answer-trained-method = 학습된 대로({ $method }):{"\u00a0"}{ $trained }
answer-little = 단어 { $words }개 중 { $unknown }개는 철자로 만든 벡터여서 답에 큰 의미가 없습니다.
answer-partial = 단어 { $words }개 중 { $unknown }개는 철자로 만든 벡터이고, 답은 그 벡터에도 기댑니다.

## 헤드별 역할

figures-title = 헤드별 역할
figures-hint = 엔트로피, 거리, 근처 비율, B와의 발산
figures-about = 방법 A, 모든 쿼리의 평균입니다. 발산은 B({ $method })와의 젠슨-섀넌 발산이며 단위는 nat입니다(가중치가 같으면 0,
    겹치는 단어가 없으면 최대 ln 2 = 0.693). 유효 토큰은 exp(엔트로피)로, 고른 어텐션이라면 단어 몇 개에 퍼진 것과 같은지를
    나타냅니다. 합이 1이 아닌 행은 먼저 정규화합니다.
figures-table = 헤드별 지표
figures-show = 헤드 { $head } 보기
column-nats = nat
column-share = 비율
column-head = 헤드
column-prefers = 선호
column-entropy = 엔트로피
    .title = 가중치 행의 엔트로피: 한 토큰에 몰리면 0, 모두 같으면 ln N
column-effective = 유효 토큰
    .title = exp(엔트로피): 고른 어텐션이라면 토큰 몇 개에 퍼진 것과 같은지
column-distance = 거리
    .title = 주목한 토큰까지의 평균 거리
column-near = 2 이내
    .title = 거리 2 이내의 토큰이 받는 가중치의 비율
column-zeroed = 0이 됨
    .title = 양수가 아닌 원점수의 비율. ReLU가 0으로 만듭니다
column-divergence = 발산
    .title = 패널 B와의 젠슨-섀넌 발산
even = 모두 균등
even-title = 모든 쿼리가 모든 토큰에 똑같이 주목할 때
row-none = 셀을 가리키면 그 행의 지표가 보입니다.
row-figures = 헤드 { $head }, 쿼리 “{ $query }”: 엔트로피 { $entropy } nat, 유효 토큰 { $effective }, 평균 거리 { $distance },
    거리 2 이내의 비율 { $near }, B와의 발산 { $divergence }.
row-undefined = 정의되지 않음

## 모델 A가 학습한 것

learned-title = 모델 A가 학습한 것
learned-hint = 헤드의 w와 v, 시작값과 학습값, 모델 카드
learned-about = 논문의 Figs. 6, 7처럼 학습값이 큰 헤드부터 늘어놓았습니다. 막대는 학습값, 작은 원은 학습을 시작한 값입니다. 처음부터
    있던 부호는 학습의 결과가 아닙니다.
learned-nothing = 없음: 투영이 학습되지 않았습니다.
learned-no-distance = 이 모델은 거리를 모릅니다. 학습하는 동안 w와 v는 영향을 주지 않았습니다.
learned-card = 모델 카드
learned-in-file =
    { $layers ->
       *[other] { $model }: 레이어 { $layers }개, 헤드 { $heads }개씩. 입력: { $reads }.
    }
learned-own = 헤드에 자체 w와 v가 있습니다.
learned-not-own = 헤드에 자체 w와 v가 없습니다. w = 0이면 파일 그대로의 어텐션입니다.
learned-causal = 인과 모델입니다.

## 512 토큰을 넘는 문장

long-computed = 토큰 { $most }개 초과: 헤드 { $head }만 두 워커가 행 단위로 계산합니다.
long-computed-memory = 토큰 { $most }개 초과: 헤드 { $head }만 두 워커가 행 단위로 계산합니다 (각 { $memory } MB).
long-too-large = 점수가 너무 커서 재조정할 수 없습니다.
long-coming = 첫 그림을 계산하고 있습니다.
long-every-cell = 모든 셀을 그렸습니다.
long-reduced = 픽셀 하나는 최대 { $high } × { $wide }셀 중 0에서 가장 먼 가중치를 나타냅니다. 확대하면 셀이 하나씩 보입니다.
long-draft = 픽셀 하나는 최대 { $high } × { $wide }셀 중 0에서 가장 먼 가중치를 나타내며, 지금은 { $high }행 중 1행만 반영했습니다
    ({ $share }% 완료). 확대하면 셀이 하나씩 보입니다.
long-figures = 지표: { $tokens }행 중 { $rows }행.
long-left-out = 커서 아래 셀의 숫자는 정확합니다. 생략한 것: 다른 헤드의 그림과 지표, 선, 나란히 놓은 여러 헤드, 개별 토큰, 거리에서
    가중치까지의 단계, 답, 숫자 파일.

## 화면을 소리로 듣는 사람에게

told-move = { $says }. 이제 A는 평균 { $distance } 토큰 떨어진 곳에 주목합니다.
told-released = 고정된 셀이 없습니다.
told-locked = 고정됨: “{ $query }”이(가) “{ $key }”에 주목합니다.

walk-line = 논문을 한 걸음씩 따라가기(수학 조금)
## w와 v가 하는 일을 말로. $w, $v: 슬라이더와 같은 숫자

about-base = 밑 { $base }
reach-of-term = { $reach }칸보다 먼 단어는 { $reach }칸 떨어진 단어로 셉니다.
reach-of-term-none = 도달 거리 0: 모든 단어를 자기 자신처럼 셉니다.
reach-of-term-all = 학습된 그대로: 여기의 { $most }가지 거리를 저마다 셉니다.
base-of-rotation = 밑 { $base }(학습은 { $trained }): 가장 느린 차원 쌍은 한 칸에 { $angle } 라디안 돕니다.
content-says = u × { $factor }: u가 모든 쿼리를 같은 단어로 끌어당기는 힘이 학습된 것의 { $factor }배입니다.
position-says = v × { $factor }: v가 모든 쿼리를 같은 거리로 끌어당기는 힘이 학습된 것의 { $factor }배입니다.
bucket-of-one = j − i = { $offset }에는 따로 버킷이 있습니다. 그 값은 { $number }입니다.
bucket-of-many = 이 문장에서 그 버킷은 j − i가 { $first }부터 { $last }까지입니다. 그 값은 { $number }입니다.
shift-says = 그 버킷의 학습된 값에 { $shift }을(를) 더합니다.
beta-alone = β = { $beta }
beta-says = { $places ->
   *[other] β = { $beta }: { $places }칸 앞 단어의 점수에 { $before }, 뒤 단어의 점수에 { $after }을 더합니다
}
beta-says-mean = { $places ->
   *[other] β = { $beta }: 평균적으로 { $places }칸 앞 단어의 점수에 { $before }, 뒤 단어의 점수에 { $after }을 더합니다
}
w-percent = { $number }%
w-percent-little = 0.1% 미만
w-percent-none = 0%
w-keeps-scores = w = { $w }: 가깝든 멀든 w가 점수를 바꾸지 않음
w-keeps-weights = w = { $w }: 가깝든 멀든 w가 가중치를 바꾸지 않음
w-near = { $w }, 가까이
w-far = { $w }, 멀리
w-score = 점수
w-weight = 가중치
w-shrinks = w = { $w }: 거리에 따라 { $what }가 줄어듦
w-grows = w = { $w }: 거리에 따라 { $what }가 커짐
w-takes = { $places ->
   *[other] w = { $w }: { $places }칸 떨어진 { $what }의 { $share }만 유지
}
w-lifts = { $places ->
   *[other] w = { $w }: { $places }칸 떨어진 { $what }: { $times }배
}
w-turns-score = { $places ->
   *[other] w = { $w }: { $places }칸 떨어진 단어는 점수의 부호가 바뀌어 { $times }배
}
w-turns-weight = { $places ->
   *[other] w = { $w }: { $places }칸 떨어진 단어는 가중치의 부호가 바뀌어 { $times }배
}
w-adds-to-score = { $places ->
   *[other] w = { $w }: { $places }칸 떨어진 단어는 점수에 { $added }이(가) 더해짐
}
w-adds-to-weight = { $places ->
   *[other] w = { $w }: { $places }칸 떨어진 단어는 가중치에 { $added }이(가) 더해짐
}
v-none = 이 매핑에는 v가 없습니다.
v-without-w = v = { $v }: w가 0이면 효과 없음
v-lifts = v = { $v }, 얼마나 높이: 최대 { $times }배
v-lifts-here = v = { $v }, 얼마나 높이: { $times }배까지(한계 { $bound })
v-fades = v = { $v }, 얼마나 일찍: 거리 1에서 { $times }배
v-adds = v = { $v }: 먼 단어에는 최대 { $added }까지 더해짐
v-adds-here = v = { $v }: 먼 단어에는 여기서 최대 { $added }, 한계 { $bound }까지 더해짐
v-adds-little = v = { $v }: 이 문장에서는 어디서도 더해지는 값이 절반 이상 줄지 않음
v-adds-half-at-one = v = { $v }, 이 w에서: 1칸 떨어지면 더해지는 값이 절반으로 줄어듦
v-adds-most-at-one = v = { $v }, 이 w에서: 1칸 떨어지면 더해지는 값의 { $percent }만 남음
v-adds-half = v = { $v }, 이 w에서: { $places }칸 떨어지면 더해지는 값이 절반으로 줄어듦
rows-are-even = { $tokens ->
   *[other] 행이 거의 고릅니다. 단어 { $tokens }개 가운데 { $effective }개에 퍼진 것과 같습니다. 근거리 헤드는 먼 단어의 점수를 줄일 뿐 가까운 단어에 더하지는 않고, 점수가 0이어도 비율이 있습니다(e⁰ = 1).
}
rows-are-even-clipped = 행이 거의 고릅니다. 단어 { $effective } / { $tokens }개가 나누어 가진 것과 같습니다. 점수는 대부분 0이고, 점수가 0이어도 비율이 있습니다(e⁰ = 1).

## A − B가 보여 주는 것

apart-unrelated = A − B는 두 모델을 비교합니다. 한 모델의 헤드는 다른 모델에서 같은 번호인 헤드와 아무 관계가 없습니다.
apart-heads = A − B는 한 모델의 두 헤드를 비교합니다.
apart-layers = 같은 헤드이지만 둘 중 하나에서 앞 레이어를 바꾸었습니다. A − B에는 그 몫도 들어 있습니다.
apart-term = 같은 헤드지만 A에서는 모델의 위치 항을 바꾸었습니다. A − B에는 그 차이도 들어 있습니다.
apart-positions = 같은 헤드이지만 { $with }는 위치를 보고 { $without }는 보지 않습니다. A − B에는 그 몫도 들어 있습니다.
apart-none = A와 B의 어텐션이 같습니다. A − B는 0입니다.
apart-methods = 같은 헤드, 같은 쿼리와 키: A − B는 두 방법의 차이입니다.
apart-parameters = 같은 헤드, 같은 쿼리와 키, 같은 방법: A − B는 다른 w와 v의 효과입니다.
apart-softmax = 같은 헤드, 같은 쿼리와 키: A − B는 softmax를 뺀 효과입니다.
apart-distance = A 빼기 w = 0일 때의 A: 거리 효과. 나머지는 둘이 같습니다.
apart-distance-alone = 같은 헤드, 같은 쿼리와 키: A − B는 거리 효과입니다.
apart-clipping = w = 0일 때의 A 빼기 B: 거리 이전의 ReLU 효과.
apart-clipping-alone = 같은 헤드, 같은 쿼리와 키: A − B는 ReLU 효과입니다.
apart-both = 같은 헤드, 같은 쿼리와 키: A − B는 ReLU와 거리가 함께 내는 효과입니다.
apart-not-distance = w = 0일 때의 A 빼기 B: 거리와 무관한 부분.
apart-rest = w = 0일 때의 A 빼기 B: A − B에서 A의 거리를 뺀 나머지.
apart-at-zero = A의 계수는 거리 0에서 이미 { $value }이고, 아무것도 바꾸지 않는 값은 { $neutral }입니다. A − B에는 그 몫도 들어 있습니다.
