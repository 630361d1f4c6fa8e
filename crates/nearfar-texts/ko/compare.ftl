### 비교 화면: 문장 하나를 모든 방법으로. A와 B는 비교하는 두 방법이고, w, v, h, d, k, q_i, k_j 등은 수식 기호라 그대로 둔다.
### 방법과 중간값의 이름도 그대로 둔다. 구문의 head는 “지배소”로 옮겨 어텐션 헤드와 구별한다.

## 화면과 그 부분

kept = 문장과 트리는 보관되어 있습니다. 새로고침하고 이어서 쓰세요.

lead = 방법마다 단어의 위치를 어텐션에 알려 주는 방식이 다릅니다. 두 방법을 A와 B로 골라 같은 단어가 어디를 보는지 견주어 보세요.

parts = 비교 항목
parts-methods = 방법
parts-terms = 계산 과정
parts-notices = 누가 변화를 알아챌까?
parts-apart = 얼마나 다를까?
parts-knows = 아는 정보
parts-tree = 문법 트리

## 여러 부분에서 쓰는 글

reason = { $why }.
quoted = “{ $word }”
nats = nat
head = 헤드 { $number }
head-of-fewer = { $title }, 헤드 { $heads }개 중 { $number }번
head-of-blocks = { $title }, 역방향 블록
head-last = 헤드가 { $heads }개라 헤드 { $heads }을(를) 보여 줍니다.
distance-axis = 거리 |i − j|

## 문장, 그리고 무엇을 비교하는지

sentence = 문장

made-each = 학습된 모델입니다. 영화 리뷰 모델은 방법만 다릅니다. 학습되지 않은 방법이 { $count }개 더 있습니다: “{ numbers-seeded }” 참조.
made-own = 맨 앞은 열려 있는 파일의 모델이며, 학습된 그대로입니다: { $names }.
made-seeded = 미학습: 모든 방법이 시드로 만든 무작위 투영 한 벌을 함께 씁니다. 두 그림의 차이는 방법의 차이이며, 언어를 배운 결과는
    아닙니다.
made-bundled = 단어 벡터는 학습된 것이고, 모든 방법이 { $model }의 투영을 씁니다. 방법마다 따로 갖는 것(테이블, 편향)은 학습된 값이 아니라
    시드로 만든 값입니다.
made-file = 단어 벡터는 학습된 것이고, { $model } 레이어 { $layer }의 투영을 씁니다. 쿼리, 키, 값은 모델이 자기 토큰에서 얻은 그대로이며
    위치 정보도 그 안에 있는 만큼 들어 있습니다. 방법마다 따로 갖는 것(테이블, 편향)은 학습된 값이 아니라 시드로 만든 값입니다.
    모델이 점수에 더하는 편향은 뺐습니다. 그 자리에는 각 방법의 편향이 들어갑니다.
made-method = DA-Transformer의 매핑이나 조정을 여기나 실험실에서 바꾸었습니다.
made-cut-by-model = 모델은 처음 토큰들만 실행합니다. { $count }개는 제외했습니다.
made-cut = 토큰 { $most }개까지 비교합니다. 나머지 { $count }개와 트리는 제외했습니다.
made-cut-memory = 메모리는 마지막 토큰 { $most }개만 씁니다. 앞의 { $count }개는 제외했습니다.
made-words-of-tree = 문장에서 붙여 쓴 단어를 트리가 나눕니다. 트리의 단어를 비교합니다.
made-unknown = 단어 벡터가 없어 철자로 벡터를 만든 단어: { $words }.

## 모델: 어느 모델, 어느 레이어, 어느 파일

numbers = 모델
numbers-seeded = 시드 난수
numbers-one = 모델 하나
numbers-trained = 학습된 모델들
numbers-moved = w나 v를 실험실이나 곡선, 또는 여기서 움직였습니다. “{ numbers-trained }”은 저마다 학습된 그대로 보여 줍니다.
one-moved = w나 v를 움직였으므로 모든 방법을 한 모델에서, 움직인 값으로 비교합니다.
    .back = 학습된 그대로의 모델로 돌아가기
numbers-w-v = w와 v: 움직였으면 움직인 값, 아니면 학습된 값, 학습된 것이 없으면 시드로 만든 값.
model = 쿼리와 키의 출처
model-layer = 레이어, 1부터 { $last }까지
    .name = 레이어
model-layer-beyond = 레이어 { $asked }번을 요청했지만 모델의 레이어는 { $last }개입니다: 레이어 { $last }번을 비교합니다
model-open = 체크포인트 열기 …
    .name = 모델 열기
model-go-on-without = 시드 난수로 비교
model-assumed = <b>저장되지 않아 가정한 것:</b> 모두 맞을 때만 그림이 이 모델을 올바로 보여 줍니다.
    .name = 가정한 것
model-sst2-da = DA: 영화
model-sst2-vanilla = 바닐라: 영화
model-agnews-da = DA: 뉴스
model-agnews-vanilla = 바닐라: 뉴스
model-films = { $method }: 영화
model-own = { $method }: { $name }

## 방법이 쓰는 트리

stand-in-none =
    { $count ->
       *[other] 임시 트리: 입력한 문장의 트리를 몰라 각 단어를 왼쪽 단어에 매달았습니다. 방법 { $count }개가 이 트리를 씁니다.
    }
stand-in-begun =
    { $count ->
       *[other] 일부 임시 트리: 입력한 문장의 트리를 몰라 옮기지 않은 단어는 왼쪽 단어에 매달았습니다. 방법 { $count }개가 이 트리를 씁니다.
    }
stand-in-read =
    { $count ->
       *[other] 방법 { $count }개가 읽은 그대로의 트리를 씁니다.
    }
stand-in-edited =
    { $count ->
       *[other] 방법 { $count }개가 편집한 트리를 씁니다.
    }
stand-in-give-tree = 트리 정하기
stand-in-see-tree = 트리 보기

## 방법의 격자

grid = 모든 방법
grid-coming = { $all }개 중 { $here }개 계산됨
grid-how = 세로는 쿼리, 가로는 키이고 밝을수록 큽니다. 셀을 가리키거나 눌러 보세요. A와 B로 비교할 둘을 고릅니다.
grid-pointed = { $pair }: 가중치가 각 그림 아래에 있습니다.
grid-answer = 답 { $class }, { $share }
grid-picture = { $method }: 어텐션 가중치, 세로는 쿼리, 가로는 키
grid-pick = { $letter }로 비교
    .name = { $method }: { $letter }로 비교

## 무엇을 비교하는지

heads = 헤드
heads-averaged = 평균
more = 색, 마스크, k, w, v, 매핑, 메모리
colours = 색
colours-own = 각각의 범위, A와 B는 공통
colours-common = 공통 범위
causal = 인과: 뒤의 토큰을 보지 못함
choose-heads = h, 방법마다 헤드 수
choose-clip = k, 상대 위치의 최댓값
memory = 메모리: 앞선 텍스트, 인과형 Transformer-XL만 봄

## DA-Transformer의 숫자

distance-head-learned = DA-Transformer, 헤드 { $head }: 움직이지 않은 w와 v는 학습된 값입니다.
distance-head-seeded = DA-Transformer, 헤드 { $head }: 움직이지 않은 w와 v는 시드로 만든 값입니다.
distance-heads-learned = DA-Transformer, 모든 헤드: 움직이지 않은 w와 v는 학습된 값입니다.
distance-heads-seeded = DA-Transformer, 모든 헤드: 움직이지 않은 w와 v는 시드로 만든 값입니다.
distance-slider = DA-Transformer의 { $symbol }, { $hint }
distance-mapping = DA-Transformer: 매핑
distance-adjustment = DA-Transformer: 조정
    .terms = early, late, multiply, add
    .means = early: 거리 계수가 softmax 전에 점수에 작용하므로 각 행의 합은 그대로 1입니다. late: softmax 뒤에 가중치에 작용합니다. multiply: 점수에
        계수를 곱합니다. add: 점수에 계수를 더합니다. 논문의 방식은 early multiply이고, 그 전에 ReLU가 점수의 음수를 0으로 자릅니다.
distance-restore = w와 v 되돌리기
distance-from-lab = 실험실과 같게
    .title = 실험실의 방법 A에서 모델, 레이어, 헤드, w, v, 매핑, 조정을 가져옵니다

## A와 B

pair = A와 B 비교
pair-dock = A와 B 비교, 작게
pair-memory = 메모리: { $word }
pair-method = { $letter }의 방법
pair-point = 셀을 가리키거나 누르세요
pair-minus = A − B: { $a } − { $b }
pair-numbers = { $whose }; DA-Transformer: { $numbers }
pair-trained-apart = 따로 학습한 모델입니다. A의 헤드가 B의 같은 번호 헤드와 같은 일을 하지는 않습니다
pair-same-numbers = 같은 투영입니다. 다른 것은 방법뿐입니다
pair-reach = A는 평균 { $a } 토큰, B는 { $b } 토큰 떨어진 곳을 봅니다.
pair-by-distance = 얼마나 멀리 보는가
    .about = 거리(토큰)마다 어텐션의 몫; 세로선: 평균 거리
    .said = 거리마다 어텐션의 몫. A, { $a }; B, { $b }
pair-apart = A와 B의 차이는 평균 { $mean } <slot>nat</slot>입니다
pair-apart-row = A와 B의 차이는 평균 { $mean }, “{ $word }” 행에서 { $row } <slot>nat</slot>입니다

## 방법 간 차이

apart = { parts-apart }
apart-of-all = 모든 행의 평균으로 구한 젠슨-섀넌 발산, 단위는 <slot>nat</slot>입니다. 0이면 어텐션이 같고, 0.693이면 겹치는 키가 없습니다.
    셀을 고르면 그 두 방법이 A와 B가 됩니다.
apart-of-row = “{ $word }” 행의 젠슨-섀넌 발산, 단위는 <slot>nat</slot>입니다. 0이면 어텐션이 같고, 0.693이면 겹치는 키가 없습니다. 셀을
    고르면 그 두 방법이 A와 B가 됩니다.
apart-two = { $one }, { $other }: { $divergence }
apart-two-none = { $one }, { $other }: 비교할 수 없음
apart-blank = 빈 셀은 비교할 수 없다는 뜻입니다. 둘 중 하나가 그곳에 가중치가 없거나, 가중치가 행의 비율이 아닙니다.
apart-picture = 모든 방법의 발산: { $two }
apart-see = A와 B 비교 보기

## 아는 정보

knows = { parts-knows }
    .table = 방법별로 아는 정보
knows-method = 방법
knows-direction = 방향
knows-exact = 정확한 거리
knows-beyond = k 너머
knows-syntax = 구문
knows-parameters = 추가 파라미터
knows-time = 1회 실행 (ms)
knows-source = 정의된 곳
knows-formula = 수식
knows-yes = 예
knows-partly = 일부
knows-no = 아니요
knows-unknown = 알 수 없음
knows-as-in-file = 모델의 쿼리와 키에 위치가 든 만큼
knows-short = 방향: { $direction }, 정확한 거리: { $distance }
knows-about = 추가 파라미터는 일반 레이어의 <slot>W_Q, W_K, W_V, W_O</slot> 말고 더 드는 것이고, 시간은 이 브라우저에서 한 번 돌린 뒤 이 문장을
    한 번 계산한 시간입니다. 작은 차이는 우연입니다.
knows-of-each =
    { $tokens ->
       *[other] 여기서는 토큰 { $tokens }개이고, h, k, d는 모델마다 제 것입니다.
    }
knows-of-model =
    { $tokens ->
       *[other] 여기서는 h = { $h }, k = { $k }, 트리 거리 { $distance }까지, 순회 { $traversal }자까지, 토큰 { $tokens }개입니다.
    }
knows-of-seeded =
    { $tokens ->
       *[other] 여기서는 h = { $h }, d = { $d }, k = { $k }, 트리 거리 { $distance }까지, 순회 { $traversal }자까지, 토큰 { $tokens }개입니다.
    }

## 변화 감지: 무엇을 바꾸는지

notices = { parts-notices }
notices-about = 여기 보이는 어텐션이 실제로 하는 일입니다. 그 방법이 알 수 있는 것은 “{ parts-knows }”에 있습니다.
notices-reverse = 문장 뒤집기
notices-insert = 단어 넣기
# 예문과 단어 목록이 영어이므로 영어 단어로 둔다.
notices-word = really
    .name = 넣을 단어
notices-before = 다음 토큰 앞에
    .name = 몇 번째 토큰 앞인지, 1부터. 토큰 수보다 1 크면 맨 끝
notices-at-end = 문장 끝
notices-at-cursor = 커서 위치로
notices-repeat = 단어 반복
notices-which = 단어
notices-repeat-where = 문장 끝에

## 변화 감지: 측정 방법, 보여야 할 것과 그 이유

notices-how = 측정 방법과 예상되는 결과
notices-reverse-how = 문장을 거꾸로 읽고 그림을 다시 뒤집어 같은 단어가 같은 자리에 오게 합니다. 값은 단어마다 변화 전후 가중치의
    젠슨-섀넌 발산을 구해 평균한 것으로, 단위는 nat입니다. 변화가 없으면 0, 최대는 ln 2 = 0.693입니다. 모든 헤드의 그림은 평균이고, 값은
    헤드마다 따로 잽니다.
notices-reverse-why = 거리만 아는 방법은 뒤집어도 |i − j|가 같아 아무것도 알아채지 못합니다. DA-Transformer, 대칭 ALiBi와 그 부류, 위치
    정보가 없는 방법이 그렇습니다. 왼쪽과 오른쪽을 구별하는 사인파, TENER, Transformer-XL, 상대 위치, T5, RoPE는 알아챕니다. 한쪽만 볼 수
    있는 인과형과 DiSAN이 가장 크게 알아챕니다. 다만 DiSAN은 두 블록이 자리를 맞바꾸므로 둘의 평균에서는 드러나지 않습니다. 트리는
    거꾸로 읽어도 같은 트리입니다. 형제가 어느 쪽에 있는지만 바뀌는데, 이것은 순회에는 들어 있고 트리 거리에는 없습니다.
notices-insert-how = 단어 하나를 더합니다. 그 행과 열은 빼고 나머지 행의 합을 원래대로 맞추어, 원래 단어 사이에서 바뀐 것만 셉니다. 값은 변화
    전후 가중치의 젠슨-섀넌 발산을 평균한 것으로, 단위는 nat이고 최대는 ln 2 = 0.693입니다.
notices-insert-why = 위치 정보가 없으면 나머지가 그대로여서 알아채지 못합니다. 토큰을 세는 방법은 새 단어를 사이에 둔 거리가 1 늘어난 것을
    알아챕니다. k에서 자르는 방법은 k까지만 알아챕니다. 트리만 세는 방법은 새 단어가 옆 단어에 잎으로 달리므로 알아채지 못합니다.
    단어에 더하는 사인파는 그 자리 뒤를 모두 알아챕니다. DiSAN은 순서는 알고 거리는 몰라서 거의 알아채지 못합니다.
notices-repeat-how = 고른 단어를 문장 끝에 한 번 더 놓습니다. 값은 한 행이 둘에 주는 가중치 a와 b에 대한 |a − b| / (a + b)의 평균입니다. 둘을
    구별하지 못하면 0, 최대는 1입니다.
notices-repeat-why = 위치 정보가 없으면 둘의 벡터와 가중치가 같습니다. 실제 거리를 알면 가까운 것과 먼 것을 구별합니다. 레이블로는 구별할 수
    없고 트리로는 구별할 수 있습니다. 첫째 단어에 달린 것이 복사본에는 달려 있지 않기 때문입니다.
notices-mask = 인과 마스크만으로도 문장의 앞과 끝이 구별되어 모든 방법이 알아챕니다. 마스크가 없다면:
notices-mask-insert = 원래 단어 사이에서는 인과 마스크가 같습니다.

## 변화 감지: 결과

notices-count = { $all }개 중 { $count }개가 알아챕니다.
notices-picture-before = 전
notices-picture-after = 후
notices-nothing = ○ 알아채지 못함 ({ $amount } nat)
notices-nothing-of-one = ○ 알아채지 못함 ({ $amount }, 최대 1)
notices-some = ● 알아챔: { $amount } nat
notices-some-of-one = ● 알아챔: { $amount } (최대 1)
notices-little = ● 알아챔: { $least } nat 미만
notices-little-of-one = ● 알아챔: { $least } 미만 (최대 1)
notices-failed = ⚠ 계산할 수 없음
notices-failed-why = ⚠ 계산할 수 없음: { $why }
notices-negative = 0보다 작은 가중치는 행의 비율이 될 수 없습니다
notices-no-row = 변화 전후에 모두 가중치가 있는 행이 없습니다
notices-row-empty = 이 행은 어느 토큰에도 가중치를 주지 않습니다
notices-rows-empty = 행들이 어느 토큰에도 가중치를 주지 않습니다

## 할 수 없었던 이유. 콜론 뒤나 마침표 앞에 온다

why-empty = 문장이 비어 있습니다
why-nothing-to-change = 바꿀 문장이 없습니다
why-nothing-typed = 문장이 비어 있습니다. 먼저 입력하세요
why-no-token = { $place }번 토큰이 없습니다. 문장의 토큰은 { $tokens }개입니다
why-too-long = 한 단어를 더하면 { $most }개를 넘습니다. 문장을 줄이세요
why-no-word = 넣을 단어가 없습니다. 입력하세요
why-read-once = 파일에서 연 모델은 이 문장만 읽었고, 바뀐 문장은 첫 레이어부터 다시 지나가야 합니다. 이 변화는 시드 난수 투영과
    페이지의 모델에서 볼 수 있습니다
why-nothing-to-explain = 아직 설명할 것이 없습니다
why-no-layer = 모델의 그 레이어를 불러오지 않았습니다
why-layer-misfit = 레이어의 숫자들이 서로 맞지 않습니다
why-heads = 헤드 수가 { $heads }입니다. 1부터 { $most }까지 가능합니다
why-clip = k가 { $clip }입니다. 1부터 { $most }까지 가능합니다
why-no-number = w와 v는 숫자여야 합니다
why-no-model = 모델 { $model }을(를) 불러오지 않았습니다
why-coming = 파일을 아직 불러오지 않았습니다
why-no-own-numbers = 모델에 그 방법의 숫자가 없습니다

## 잘못된 것

ended = 계산 워커가 { $why }. 다시 시작했습니다. 다른 것을 고르거나 입력하세요.
ended-for-good = 계산 워커가 { $why }. 페이지를 새로고침하세요. 문장과 트리는 보관되어 있습니다.
file-not-used = { $file }을(를) 쓸 수 없습니다: { $why }.

## 링크와 실행 취소

link-misread = 링크에서 이해하지 못한 부분은 기본값으로 두었습니다: { $parts }.
link-part = { $name }: { $why }
link-other-tree = 다른 문장의 트리입니다
link-no-choice = 그런 선택지가 없습니다
link-no-part = 이 화면에 { $found } 부분이 없습니다
link-no-model = 페이지에 모델 { $found }이(가) 없습니다
link-no-method = 방법이나 모델 { $found }이(가) 없습니다
link-not-model = { $found }은(는) 방법인데, 여기서는 학습된 모델을 비교합니다
link-not-method = { $found }은(는) 학습된 모델인데, 여기서는 방법을 비교합니다
link-no-layers = 레이어는 파일에서 연 모델에서만 고를 수 있습니다
link-not-distance-aware = { $found }은(는) DA-Transformer가 아닙니다 (da:MAPPING:ADJUSTMENT)
link-not-of-head = { $found }은(는) HEAD:NUMBER 형식이 아닙니다
link-too-long = { $bytes }바이트는 너무 깁니다. { $most }바이트까지 보관합니다
link-not-whole = { $found }은(는) 1부터 { $most }까지의 정수가 아닙니다
link-not-range = { $found }은(는) own도 common도 아닙니다
link-not-flag = { $found }은(는) yes도 no도 아닙니다
link-not-cell = 숫자 두 개가 필요합니다
link-beyond-sentence = 행 { $query }, 열 { $key }이(가) 문장의 마지막 토큰({ $tokens })을 벗어나 어느 칸도 고정하지 않았습니다
link-beyond = { $number }은(는) { $most }을(를) 넘습니다
link-not-probe = none, reverse, insert,PLACE,WORD, repeat,PLACE 중 하나가 아닙니다
link-not-kept = 링크에 담기지 않고 실행 취소도 되지 않습니다: { $why }. 보관하려면 트리를 .conllu로 저장하세요.

## 계산 과정

terms = { parts-terms }
terms-coming = 중간값을 계산하는 중 …
terms-memory = 메모리, 문장 앞 { $count }번째

## 계산 과정: 한 쌍의 식

equation-pair = “<slot>{ $query }</slot>” → “<slot>{ $key }</slot>”
equation-of-cursor = { $head }, 커서 아래의 셀. 클릭하거나 Enter를 누르면 고정됩니다.
equation-of-strongest = { $head }, 서로 다른 두 토큰 사이에서 가장 강한 가중치. 셀을 가리키거나 화살표 키로 옮기세요.
equation-of-a = { $head }, A의 가장 강한 가중치가 있는 셀. 셀을 가리키거나 화살표 키로 옮기세요.
equation-masked = 쿼리가 이 키를 볼 수 없습니다. 점수와 관계없이 가중치는 0입니다.
equation-weight = 가중치 { $weight }%.
equation-rounded = 숫자는 소수 셋째 자리까지 반올림했고, 전체 자릿수는 숫자에 포인터를 올리면 보입니다. 합은 반올림하기 전 값으로
    구했습니다.
equation-source = 출처: { $paper }.
equation-score = 점수
equation-share = 가중치
equation-sum = 합
equation-content = 내용
equation-taken-off = 빼는 값
equation-log-sum = 행의 ln Σ exp
equation-row = 행
equation-offset = 오프셋

## 계산 과정: 중간값의 그림

place-query = 쿼리 { $token }
place-key = 키 { $token }
place-offset = 오프셋 { $offset }
place-other = 위치 { $number }
place-row = 행 { $number }
place-row-named = 행 { $number } ({ $name })
place-feature = 특징 { $number }
place-dimension = 차원 { $number }
picture-masked = 마스크됨
picture-memory = 메모리
picture-name = { $title }, { $rows } { $columns }. { $place }: { $value }
picture-rows =
    { $count ->
       *[other] { $count }행
    }
picture-columns =
    { $count ->
       *[other] { $count }열
    }
step-with = 적용

## 계산 과정: 계산한 모든 것

every = 계산한 모든 것
every-how =
    { $count ->
       *[other] 이 헤드의 중간값 { $count }개를 계산 순서대로, 논문의 이름으로 늘어놓았습니다. 하나를 고르면 보입니다.
    }
every-table = { $letter }의 중간값
every-name = 이름
every-what = 내용
every-shape = 형상
every-source = 출처
shape-queries =
    { $count ->
       *[other] 쿼리 { $count }
    }
shape-keys =
    { $count ->
       *[other] 키 { $count }
    }
shape-tokens =
    { $count ->
       *[other] 토큰 { $count }
    }
shape-dimensions =
    { $count ->
       *[other] 차원 { $count }
    }
shape-features =
    { $count ->
       *[other] 특징 { $count }
    }
shape-offsets =
    { $count ->
       *[other] 오프셋 { $count }
    }
shape-rows =
    { $count ->
       *[other] 테이블 행 { $count }
    }

## 계산 과정: 왼쪽과 오른쪽, 테이블

sides-before = 쿼리 앞 (왼쪽)
sides-after = 쿼리 뒤 (오른쪽)
sides-of-query = 커서 아래 쿼리, 거리별
sides-of-every-query = 모든 쿼리, 거리별
sides-of-positions = 위치, 거리별
sides-same = 왼쪽과 오른쪽이 같습니다.
sides-differ = 왼쪽과 오른쪽이 최대 { $most }만큼 다릅니다.
sides-one = 한쪽만 있습니다.
sides-name = 거리별 { $title }. { $says }
sides-sinusoids = 사인파만: 둘의 내적 { $product }
offsets = 오프셋별 위치 항
table-row = 행 { $row } (0부터 { $last }까지), “{ $name }”: 전체 { $all }쌍 중 { $pairs }쌍이 씁니다.

## 바닐라

vanilla-scores = 점수와 가중치
    .about = 위치는 따로 항이 없고 쿼리와 키 안에 들어 있습니다.
bare-scores = 점수와 가중치
    .about = 쿼리와 키의 내적뿐입니다. 이 방법에는 위치를 위한 항이 없습니다.
vanilla-positions = 위치를 단어에 더함
    .about = 사인파의 내적은 거리는 알고 방향은 모릅니다. 어텐션에 필요한 것은 W_Q와 W_K가 여기서 만들어야 합니다.

## DA-Transformer

da-steps = Eq. 2–6, 단계별로
    .about = ReLU를 거치면 0보다 작은 점수가 없으므로 계수가 커져도 점수가 작아지지 않습니다. 가중치는 행에서 차지하는 비율입니다. 근거리
        헤드(w < 0)는 먼 점수를 낮출 뿐 어느 것도 높이지 않고, 점수 0도 몫을 지닙니다(e⁰ = 1). ReLU를 거쳐 남은 점수가 없는 행은 모든 곳을 똑같이 봅니다.
da-steps-late = { da-steps }
    .about = softmax가 먼저이고 계수는 그 결과에 작용합니다. 행의 합은 더 이상 1이 아니며, 1로 되돌리는 단계도 없습니다.
da-steps-unclipped = { da-steps }
    .about = ReLU가 없으면 원점수가 음수일 수 있습니다. 곱하는 계수는 음의 점수에 양의 점수와 반대로 작용하고, 더하는 계수는 둘을 똑같이
        옮깁니다.
da-coefficients = 거리별 계수
    .about = 표시한 헤드의 f(w |i − j|)입니다. 왼쪽과 오른쪽이 같습니다. 점선: 아무것도 바꾸지 않는 1.
    .chart = 거리별 계수
da-coefficient-of-head = 표시한 헤드의 계수
da-coefficient-one = 1: 강조도 억제도 하지 않음
da-raw-score = 원점수
da-raw-softmax = 원점수의 softmax
da-coefficient = 계수

## Shaw의 상대 위치

shaw-sum = 점수 = 내용 + 위치
    .about = 오프셋의 벡터를 키에 더합니다. 그것과 쿼리의 내적이 위치 항입니다.
shaw-table = 2k+1행 테이블
    .about = 같은 거리만큼 떨어진 쌍은 모두 한 행을 함께 쓰고, k를 넘으면 마지막 행을 씁니다. 행은 키(a^K)와 값(a^V)에 더해집니다.
shaw-offsets = { offsets }
    .about = 커서 아래 쿼리의 q_i · a^K. 오프셋마다 k까지는 값이 따로 있고, k부터는 같습니다.

## Transformer-XL

xl-sum = 점수 = 네 항의 합
    .about = (a)는 쿼리의 내용과 키의 내용, (b)는 쿼리의 내용과 위치, (c)와 (d)는 모든 쿼리에 공통인 내용 항과 위치 항입니다. 합을 √d로 나누면
        점수입니다.
xl-shift = 상대 이동(relative shift)
    .about = 위치 항은 오프셋마다 한 번만 구합니다. 열은 오프셋 i − j입니다. 각 행을 옮기면 열이 키가 됩니다. 두 커서는 같은 숫자를
        가리킵니다.
    .step = → 이동
xl-offsets = { offsets }
    .about = 커서 아래 쿼리의 (b) + (d). 앞에 있는 것과 뒤에 있는 것의 값이 서로 다릅니다.

## TENER

tener-sum = 점수 = 항들의 합
    .about = 키는 H를 나눈 조각입니다(Eq. 16). W_K는 없으며 공개된 프로그램에도 없습니다. H의 차원은 모든 헤드를 합친 것과 같아야 하는데
        단어 벡터는 그렇지 않으므로, 공개된 프로그램처럼 레이어 하나로 H를 만듭니다. √d로 나누지 않습니다. 논문은 더 뾰족한
        가중치가 개체명 인식에 알맞다고 봅니다.
tener-direction = 방향
    .about = 오프셋의 사인은 방향에 따라 부호가 바뀌고 코사인은 바뀌지 않습니다. 그래서 쿼리가 왼쪽과 오른쪽을 구별합니다. 두 사인파의
        내적은 코사인뿐이라 양쪽이 같습니다.

## 구조 편향: 트리

tree-sum = 점수 = 내용 + 편향
    .about = 트리 경로(와 오프셋)의 벡터를 키에 더합니다. 값에는 더하지 않습니다.
tree-distances = 모든 쌍의 트리 거리
    .about = 두 단어 사이의 아크 수입니다. 수가 같은 쌍은 테이블의 같은 행을 씁니다.
tree-traversals = 모든 쌍의 트리 순회
    .about = U는 한 단계 위로, D는 한 단계 아래로, L과 R은 왼쪽과 오른쪽 형제입니다. 경로가 같은 쌍은 테이블의 같은 행을 씁니다.
tree-way = 트리 경로
    .about = 쿼리에서 키까지 아크를 하나씩 따라갑니다.
tree-positions = 모든 쌍의 상대 위치
    .about = 트리 말고 문장 안의 오프셋도 자기 테이블이 있으며 k에서 자릅니다.
tree-way-up = 위로
tree-way-down = 아래로
tree-way-none = 토큰과 자기 자신이라 갈 길이 없습니다.
tree-way-arcs =
    { $count ->
       *[other] 아크 { $count }개: 트리 거리는 { $count }입니다.
    }
tree-way-left-out = 트리를 뺐습니다. 단어가 { $most }개를 넘고, 트리의 일부는 트리가 아니기 때문입니다.
tree-distance = 트리 거리
tree-traversal = 트리 순회
tree-itself = 자기 자신

## 특화 헤드

labels-guide = 레이블이 이끄는 헤드
    .about = 특화 헤드의 쿼리와 키는 레이블에서만 나옵니다. 레이블이 같은 쌍은 점수가 같습니다.
labels-beside = 특화 헤드와 표시한 헤드
    .about = 왼쪽은 특화 헤드, 오른쪽은 위에서 고른 헤드입니다.
    .step = 표시한 헤드:
labels-head-specialised = 헤드 { $number }: ★ 특화
labels-head-specialised-shown = 헤드 { $number }: ★ 특화, 표시 중
labels-head-ordinary = 헤드 { $number }: 일반
labels-head-ordinary-shown = 헤드 { $number }: 일반, 표시 중
labels-query-and-key = 쿼리, 키
labels-query = 쿼리
labels-key = 키
labels-mean = 특화 헤드의 평균 가중치: 행은 쿼리의 레이블, 열은 키의 레이블입니다.
    .table = { $letter }: 레이블 쌍별 평균 가중치
labels-all-alike = 모든 토큰의 레이블이 하나뿐이라 모든 쌍이 같습니다. “문법 트리”에서 문장의 트리와 레이블을 정하세요.
labels-of-query = i의 레이블
labels-of-key = j의 레이블

## DiSAN

disan-features = 양방향, 특징별 가중치
    .about = 순방향 블록은 앞에 있는 것만, 역방향 블록은 뒤에 있는 것만 봅니다. 빗금 친 셀은 볼 수 없는 곳입니다.
disan-forward = 순방향: 앞에 있는 것
disan-backward = 역방향: 뒤에 있는 것
disan-to-sentence = 토큰에서 문장으로
disan-choose = 표시할 특징
disan-mean = 모든 특징의 평균
disan-or-one = 또는 { $count }개 중 하나
disan-feature = 특징
    .by-number = 번호로 고른 특징
disan-weights-of-feature = 문장 벡터에서 <b>각 토큰의 가중치</b>, 특징 { $number }
disan-weights-of-mean = 문장 벡터에서 <b>각 토큰의 가중치</b>, 모든 특징의 평균
disan-forward-half = 순방향 절반
disan-backward-half = 역방향 절반
disan-forward-block = 순방향 블록
disan-backward-block = 역방향 블록
disan-no-equation = 특징마다 식이 따로 있습니다. 아래에서 특징을 고르세요.
disan-is-mean = 모든 특징의 평균입니다.

## ALiBi

alibi-sum = 내용과 고정된 편향
    .about = 토큰이 하나 멀어질 때마다 헤드의 기울기만큼 더 뺍니다.
alibi-slopes = 모든 헤드의 기울기
    .about = 헤드가 h개일 때 1/256의 h제곱근, 그 제곱, 세제곱, …입니다. 기울기가 큰 헤드는 가까이, 작은 헤드는 멀리 봅니다. 학습하는 것은 없습니다.
alibi-chart = ALiBi가 거리별로 빼는 값
alibi-head = 헤드 { $number }
alibi-head-shown = 헤드 { $number }, m = { $slope }
alibi-every-slope = 헤드 1부터 { $heads }까지의 m: { $slopes }.
alibi-slope = 기울기 m

## T5

t5-sum = 내용과 버킷별 편향
    .about = 버킷과 헤드마다 숫자 하나를 점수에 더합니다.
t5-buckets = 버킷
    .about = 가까운 오프셋은 버킷을 하나씩 갖고, 먼 오프셋은 점점 넓어지는 버킷을 함께 씁니다. 왼쪽과 오른쪽의 버킷은 따로 있습니다.
t5-chart = 오프셋별 편향
    .axis = 오프셋: 키 − 쿼리
    .curve = 오프셋이 속한 버킷의 편향
    .far = 가장 먼 버킷까지
t5-bucket = 버킷

## RoPE

rope-angles = 위치만큼 회전
    .about = 차원 쌍마다 자기 각도에 위치를 곱한 만큼 회전합니다. 두 토큰 사이에서 중요한 것은 둘의 각도 차이입니다. 빠른 쌍은 가까운
        오프셋을, 느린 쌍은 먼 오프셋을 구별합니다.
rope-turning = 회전 전과 후
    .about = 같은 쿼리와 키를 위치만큼 회전하면 내적이 어떻게 달라지는지 봅니다.
    .step = → 회전
rope-clock = 차원 { $one }, { $other }
    .name = 차원 { $one }, { $other }: { $degrees }도
rope-how = 오프셋 { $offset }: 점선 바늘은 회전하지 않은 것입니다. 시계 아래는 그 차원 쌍이 점수에 주는 값으로, 회전 전 → 후입니다. 합은
    { $before } → { $after }입니다.
rope-unturned = 회전 없음
rope-turned-product = 회전한 q_i · 회전한 k_j

## 거리에 따른 페널티

penalty-sum = 내용과 학습되는 페널티
    .about = 거리가 늘수록 빼는 값이 커집니다. 어떻게 커지는지는 헤드마다 학습한 숫자가 정합니다.
penalty-offsets = 오프셋별 페널티
    .about = 커서 아래 쿼리의 점수에서 빼는 값입니다. 왼쪽과 오른쪽이 같습니다.

## 막대 꺾기(stick-breaking)

stick-steps = 가장 가까운 키부터 막대를 나눕니다
    .about = σ는 각 점수를 남은 막대의 비율로 바꿉니다. 가장 가까운 키가 먼저 제 몫을 떼고, 남은 것은 다음 키로 갑니다. 소프트맥스도
        위치도 없습니다. 마지막에 남은 것은 아무에게도 가지 않으므로 한 행의 합은 1보다 작고, 첫 쿼리는 어떤 키도 보지 못합니다.
stick-whole = 막대 전체
stick-taken = 더 가까운 키의 몫
stick-left = 이 키에 남은 것

## 망각 어텐션

forget-sum = 내용과 게이트가 통과시키는 것
    .about = 토큰마다 그 벡터로 만든 0과 1 사이의 게이트가 있습니다. 키와 쿼리 사이에 있는 게이트(쿼리 자신의 것 포함)의 로그 합이
        편향입니다. 0에 가까운 게이트는 그 앞의 모든 것을 막습니다.
forget-through = 게이트 통과

## CoPE

cope-count = 키 세기
    .about = 게이트는 키를 얼마만큼 셀지 정합니다. 키의 위치는 그 키부터 쿼리까지의 게이트 합이며 정수가 아닙니다. 모든 토큰을 세지는
        않습니다.
    .step = → 쿼리까지 Σ
cope-sum = 내용과 세어서 얻은 위치
    .about = 정수 위치마다 벡터가 있고, 쿼리와의 내적을 점수에 더합니다. 두 정수 위치 사이에서는 둘을 잇는 직선 위의 값입니다.
cope-position = 위치 p

## 편향을 만드는 작은 신경망: FIRE와 로그 간격 연속 편향

fire-sum = 거리의 비율과 그 편향
    .about = 거리를 쿼리 자신의 위치에 대한 비율로 보며, 둘 다 로그로 잽니다. 글이 아무리 길어도 쿼리 앞에 있는 키의 비율은 0과 1
        사이입니다. 작은 신경망이 이것으로 헤드마다 편향을 만듭니다.
    .step = → 신경망
cpb-sum = 코사인과 오프셋의 편향
    .about = 쿼리와 키는 각도만으로 계산하고 τ를 곱합니다. 작은 신경망이 오프셋의 로그로 편향을 만들므로 먼 오프셋끼리는 가까워집니다.
        σ가 편향을 0과 16 사이에 둡니다.
bias-offsets = 오프셋별 편향
    .about = 커서 아래 쿼리의 점수에 더하는 값, 왼쪽과 오른쪽입니다.
network-slope = 기울기
network-start = 시작값
cpb-bias = 편향

## 창과 싱크(sink)

window-steps = 가까운 키와 싱크
    .about = 쿼리는 창 밖의 키를 보지 못합니다. 소프트맥스에는 로짓이 하나 더 있는데, 이 싱크는 행에서 제 몫을 가져가지만 값이 없습니다.
        가까이에 맞는 것이 없으면 어텐션은 아무 데도 가지 않습니다.
window-sink-logit = 싱크
window-sink-weight = 싱크의 몫

## DeBERTa

deberta-sum = 합하면 점수가 되는 세 내적
    .about = 쿼리의 단어와 키의 단어, 쿼리의 단어와 키의 상대 위치(c2p), 키의 단어와 상대 위치(p2c)입니다. 셋이므로 각각 √(3d)로
        나눕니다.
deberta-table = 상대 위치의 행
    .about = 위치는 벡터이며 단어처럼 투영됩니다. 한 번은 키(k^r)로, 한 번은 쿼리(q^r)로 투영합니다. 테이블을 넘는 오프셋은 마지막 행을
        함께 씁니다.

## 트리: 그리기와 편집

trees = { parts-tree }
trees-how = 단어를 새 지배소(head) 위로 끌어다 놓으세요. 터치로는 단어를 두 번 누른 다음 지배소를 누르세요. 키보드로는 화살표로 옮기고,
    Enter로 단어의 아크를 집고, 화살표로 지배소를 고른 뒤 Enter로 놓습니다. Escape를 누르면 제자리로 돌아갑니다.
trees-no-word = 아직 단어가 없습니다. 문장을 입력하거나 예문을 고르세요.
trees-words = 트리의 단어
trees-word = { $form }, 단어 { $place }, { $part }, { $relation }, 지배소 { $head }
trees-make-root-instead = { $word }을(를) 루트로

trees-picked-by-keys = { $word }의 아크를 집었습니다. 화살표 키로 지배소를, Home으로 ROOT를 고릅니다. Enter로 놓고 Escape로 되돌립니다.
trees-picked-by-tap = { $word }의 아크를 집었습니다. 새 지배소를 누르세요. { $word }을(를) 다시 누르면 되돌립니다.
trees-picked-by-drag = { $word }의 아크를 새 지배소 위에 놓으세요.
trees-over-none = 여기서 놓으면 제자리로 돌아갑니다.
trees-over = 새 지배소: { $head }.
trees-over-refused = { $head }에는 놓을 수 없습니다: { $why }.
trees-refused = 바꾸지 않았습니다: { $why }.
trees-put-back = { $word }의 아크는 그대로입니다.
trees-hangs-already = { $word }의 지배소는 이미 { $head }입니다.
trees-hangs-now = { $word }의 지배소는 이제 { $head }입니다.
trees-crosses = 이 아크는 { $other }의 아크와 교차합니다. 비투사 트리입니다.
trees-root-now = 이제 { $word }이(가) 루트입니다.
trees-root-now-moved = 이제 { $word }이(가) 루트이고, { $other }의 지배소가 되었습니다.
trees-label-now = { $word }: 이제 { $label }입니다.

trees-way-point = 단어나 아크나 셀을 가리키면 두 단어 사이의 경로가 여기에 표시됩니다.
trees-way-other = { $word }: 다른 단어를 가리키면 거기까지의 경로가 보입니다.
trees-way-under = { $word }: 각 단어 아래에 여기서부터의 트리 거리와 순회가 있습니다.
trees-way = { $one } → { $other }: 트리 거리 { $distance }, 순회 { $traversal }

trees-crossing = { $one }와(과) { $other }
trees-crossing-next = { $before }, { $one }와(과) { $other }
trees-crossings = { $pairs }의 아크가 교차합니다. 비투사 트리입니다.
trees-crossings-more = { $pairs }의 아크와 다른 { $count }쌍이 교차합니다. 비투사 트리입니다.
trees-crossings-many = { $pairs }의 아크와 다른 여러 쌍이 교차합니다. 비투사 트리입니다.

trees-attention = 단어 아래의 어텐션: { $method }
trees-threshold = 임계값
    .hint = 이보다 작은 가중치는 그리지 않음
trees-drawn = 가중치 { $all }개 중 { $drawn }개를 그렸습니다.
trees-drawn-strongest = 임계값을 넘는 가중치 { $drawn }개 중 가장 강한 { $shown }개를 그렸습니다.

## 트리: 고른 단어

word-choose = 단어를 고르면 지배소, 의존 관계, 품사를 보고 고칠 수 있습니다.
word-head = 지배소
word-relation = 의존 관계
word-subtype = 세부 유형
    .none = 없음
word-part = 품사
word-pick-up = 아크 집기
word-make-root = 루트로 만들기
word-means = { $word }: { $part }, { $relation } ({ $about }), 지배소 { $head }.
word-means-root = { $word }: { $part }, 지배소 ROOT.

## 트리: 출처

source = 트리 출처
source-examples = 예문
source-paste = CoNLL-U 붙여 넣기
    .how = 한 줄에 단어 하나, 탭으로 나눈 열 10개, 문장마다 뒤에 빈 줄 하나: Universal Dependencies 형식입니다. 여러 문장을 붙여 넣고
        하나를 고를 수 있습니다.
    .field = CoNLL-U 형식의 문장
    .read = 읽기
source-open = .conllu 파일 열기
    .title = 또는 이 화면 아무 곳에나 끌어다 놓으세요
    .field = CoNLL-U 파일
source-copy = CoNLL-U로 복사
source-save = .conllu로 저장
source-none-to-write = 아직 내보낼 트리가 없습니다
source-remove = 트리 제거

source-copied = CoNLL-U로 복사했습니다.
source-not-copied = 브라우저가 복사를 허용하지 않았습니다. 대신 파일로 저장하세요.
source-removed = 이제 트리가 없어 모든 단어를 왼쪽 단어에 매달았습니다. 실행 취소로 되살릴 수 있습니다.
source-typed-over = 문장의 단어가 바뀌어 이제 트리가 없습니다. 모든 단어를 왼쪽 단어에 매달았습니다. 실행 취소로 되살릴 수 있습니다.
source-not-come = 예문을 불러오지 못했습니다: { $why }
source-pasted = 붙여 넣은 내용
source-first-file = { $file }(파일 { $count }개 중 첫 번째)
source-too-large = { $file }: { $bytes }바이트입니다. 최대 { $most } MiB까지 읽으니 일부만 가져오세요. 트리는 그대로입니다.
source-not-read = { $file }을(를) 읽지 못했습니다: { $why }. 트리는 그대로입니다.
source-not-read-pasted = 읽지 못했고 바뀐 것은 없습니다: { $why }.
source-not-utf8 = { $line }번째 줄: UTF-8이 아닙니다. UTF-8로 저장하세요
source-shown = { $from }: 단어 { $words }개의 트리를 표시합니다.
source-several = { $from }: 문장 { $count }개
source-note-of-all = 모든 문장을 통틀어: { $note }

## 트리: 여러 문장 중 하나

offer-coming = 문장을 불러오는 중 …
offer-search = 포함할 단어
offer-count =
    { $count ->
       *[other] 문장 { $number }개.
    }
offer-count-cut = 문장 { $count }개 중 처음 { $most }개를 표시합니다.
offer-words = 단어 { $count }개

## 각 방법이 무엇인지

idea-in-file = 모델 자신의 어텐션. 쿼리와 키에 든 위치를 그대로 씀
idea-bare = 모델의 쿼리와 키의 내적만. 모델 자신의 편향이나 거리는 뺌
