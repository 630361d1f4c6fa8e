# 학습 화면: 페이지 안에서 작은 모델이 학습한다. 실행(run)은 학습하는 모델 하나이고, 둘이면 A와 B라 한다. 모든 헤드에는 무엇을
# 얼마나 선호하는지 나타내는 두 숫자 w와 v가 있다.

## 화면

lead = 여기서 작은 모델을 학습시키며 어디를 보는지 배우는 과정을 지켜보세요. 모든 헤드에는 거리에 대한 가중치 <i>w</i>가 있고 0에서
    시작합니다. <b>재생을 누르세요.</b>
lead-watch = 맞힌 비율이 올라가는지 보세요.
    .near = 이 과제에는 가까운 단어가 필요합니다. w의 선 하나가 0 아래로 내려가고, 이어 맞힌 비율이 올라가는지 보세요.
    .far = 이 과제에는 먼 단어가 필요합니다. w의 선 하나가 0 위로 올라가고, 이어 맞힌 비율이 올라가는지 보세요.
    .both = 이 과제에는 가까운 단어와 먼 단어가 모두 필요합니다. w의 선 하나는 0 아래로, 다른 하나는 0 위로 가고, 이어 맞힌 비율이
        올라가는지 보세요.
    .any = 맞힌 비율이 올라가는지, 어느 헤드의 w가 0을 떠나는지 보세요. 0 아래면 가까운 토큰을, 위면 먼 토큰을 선호합니다.
lead-learned = { $steps ->
       *[other] { $steps }스텝 만에 학습했습니다. 맞힌 비율 { $right }.
    }
lead-paused = { $steps ->
       *[other] { $steps }스텝에서 멈췄습니다. 맞힌 비율 { $right } (추측: { $guessing }). 재생을 누르면 이어집니다.
    }
    .unasked = { $steps ->
       *[other] { $steps }스텝에서 멈췄습니다. 재생을 누르면 이어집니다.
    }
lead-near = { $count ->
       *[other] 과제에 필요한 대로 헤드 { $heads }이(가) 가까운 토큰을 선호합니다.
    }
    .none = 과제에는 가까운 토큰을 선호하는 헤드가 필요하지만 아직 없습니다.
lead-far = { $count ->
       *[other] 과제에 필요한 대로 헤드 { $heads }이(가) 먼 토큰을 선호합니다.
    }
    .none = 과제에는 먼 토큰을 선호하는 헤드가 필요하지만 아직 없습니다.
lead-heads = 가까운 토큰을 선호하는 헤드: { $heads }개 중 { $near }개, 먼 토큰: { $far }개.
kept = 학습한 내용은 보관되어 있습니다. 새로고침하면 돌아옵니다.

## 실행

run = 실행 { $letter }
run-says = 실행 { $letter }:
training = 학습
held-out = 검증
    .means = 학습에 전혀 쓰지 않는 텍스트입니다. 여기서도 맞히면 모델이 보지 못한 텍스트에도 통하게 배운 것입니다.

## 과제

task = 과제
    .learned = 학습할 것
    .whose = 설정을 표시할 실행
task-near = 가까이: ‘not’ 바로 뒤의 단어
    .about = 문장마다 좋은 단어와 나쁜 단어가 하나씩 있고, ‘not’ 바로 뒤의 단어만 뒤집혀 계산됩니다. ‘not dull’이면 긍정,
        ‘not great’이면 부정이며, 몇 단어 떨어진 다른 ‘not’은 아무것도 바꾸지 않습니다.
task-far = 멀리: 첫 단어가 결정
    .about = 문장은 평가로 시작해 ‘overall’로 끝납니다. 첫 단어만 계산되며, 사이에 있는 평가 단어는 절반쯤 반대
        방향으로 이끕니다.
task-both = 두 가지 섞기
    .about = 두 종류의 문장이 섞여 있습니다. ‘overall’로 끝나는 문장은 멀리 있는 첫 단어를 따르고, 나머지 문장에서는 ‘not’
        바로 뒤의 평가 단어가 뒤집혀 계산됩니다.
task-neither = 어느 쪽도 아님: 단어 세기
    .about = 어디에 있든 좋은 단어가 나쁜 단어보다 많으면 긍정입니다.
task-snli = 문장 쌍(SNLI 일부)
    .about = 둘째 문장이 첫째 문장에서 따라 나오는지(entailment), 모순되는지, 둘 다 아닌지를 묻습니다. 사람이 판단한 사진
        설명이며, SNLI의 작은 일부입니다.
task-own = 내 파일
    .about = 레이블, 탭, 텍스트로 된 줄(쌍이면 탭과 둘째 텍스트를 더함), 또는 단어마다 레이블을 학습하는 CoNLL-U
        트리뱅크입니다. 파일은 이 브라우저에만 남습니다.
examples = 예시
    .look = 이 예시의 어텐션 보기
answer-positive = 긍정
answer-negative = 부정
facts = 학습 예시 { $train ->
       *[other] { $train }개
    }, 검증 예시 { $held-out }개, 서로 다른 단어 { $words ->
       *[other] { $words }개
    }, 클래스 { $classes ->
       *[other] { $classes }개
    }. 단어 벡터 말고 학습할 숫자는 { $numbers ->
       *[other] { $numbers }개
    }입니다.
held-out-rows = 검증에 쓰는 행
    .list = 제목 행을 빼고 1부터 센 번호: { $rows }.

## 내 파일

own-drop = 파일을 여기에 끌어다 놓거나 <slot>선택하세요</slot>
own-name = 레이블이 있는 파일
own-paste = 또는 행 붙여 넣기: 레이블, 탭, 텍스트
own-paste-example = good{"\u0009"}what a lovely film
own-use = 이 행 쓰기
own-pasted = 붙여 넣은 내용
own-in-use = 사용 중: { $file } ({ $bytes ->
       *[other] { $bytes }바이트
    }).
own-too-large = { $file }: { $bytes }바이트를 넘습니다. 행을 줄이세요.
own-unread = { $file } 파일을 읽지 못했습니다: { $why }
own-not-kept = 브라우저는 이 파일을 보관하지 않습니다. 페이지를 떠나면 사라집니다.
treebank = 학습할 표지
treebank-parts = 품사(UPOS)
treebank-relations = 지배소와의 관계(DEPREL)
own-none = 아직 파일이 없습니다. 선택하거나 끌어다 놓거나 붙여 넣으세요.

## 모델과 학습

model = 모델과 학습
    .about = 설정을 바꾸면 시드부터 다시 실행합니다. 그때까지 학습한 것으로 돌아갈 수 있습니다.
    .more = 더 많은 설정
    .usual = 이 과제의 기본값으로
    .own-rate = 방법 자체 숫자의 학습률
    .w-rate = w의 학습률
model-start = w와 v의 시작값
model-vectors = 단어 벡터

## 재생, 스텝, 되감기

transport = 학습
play = ▶ 재생
pause = ❚❚ 일시정지
step = 한 스텝
rewind = 되감기
playing = 실행 진행 중
speed = 속도
compare = 두 실행 비교
counter = 스텝 { $step }, 에포크 { $epoch }
    .timed = 스텝 { $step }, 에포크 { $epoch }, 스텝당 { $ms } ms
counter-learned = { $step }단계, 에포크 { $epoch }: 학습 완료, 멈춤
checkpoint = 체크포인트
    .save = .safetensors로 저장
    .to-lab = 실험실에서 열기
    .to-compare = 페이지의 모델과 비교
    .start = 체크포인트에서 시작 …
    .start-name = 시작할 체크포인트

## 실행에 일어난 일. “실행 A: ” 뒤에 올 수 있다

starting = 준비하는 중: 학습 프로그램을 처음 한 번만 불러옵니다 …
restored = 스텝 { $step }에서 복원했습니다.
not-restored = 보관된 실행을 복원하지 못해({ $why }) 새로 시작합니다.
from-checkpoint = 체크포인트에서 시작합니다. 되감으면 체크포인트로 돌아옵니다.
not-kept = 이 브라우저는 아무것도 보관하지 않습니다. 페이지를 떠나면 실행이 사라집니다.
    .tabs = 브라우저는 탭 { $tabs }개의 실행만 보관하는데, 다른 탭이 그만큼 열려 있습니다. 페이지를 떠나면 이 실행은 사라집니다.
begin-again = 다시 시작
again-with = 설정을 바꿔 다시 시작했습니다: { $differences }.
again-rewound = 되감아서 다시 시작했습니다.
again-checkpoint = 체크포인트를 시작값으로 다시 시작했습니다.
again-gone-back = 앞서 떠난 실행입니다.
again-returned = 앞서 떠난 실행입니다({ $differences }).
runs-kept = 떠난 실행 { $runs }개를 페이지를 닫거나 새로 고칠 때까지 보관합니다. 실행 취소와 다시 실행으로 돌아갑니다.
go-back = 스텝 { $step }(으)로 돌아가기
diverged = 실행은 그 직전 스텝에 멈춰 있습니다. 값이 너무 빨리 커졌습니다. 학습률을 절반으로 줄이거나 다른 방법으로 다시 시작하세요.
    .halve = 학습률을 절반으로 다시 시작
go-on = 마지막으로 보관된 상태에서 계속
worker-ended = 학습 워커가 { $why }
link-odd = 링크의 설정을 모두 따르지는 못했습니다. 이해하지 못한 설정은 기본값으로 두었습니다: { $parts }.
link-no-pair = “{ $found }”은(는) 이름=값 형식이 아닙니다
link-twice = { $name }이(가) 여러 번 나옵니다: “{ $found }”은(는) 쓰지 않았습니다
link-no-choice = { $found }이라는 선택지가 없습니다
link-no-run = { $name }: { $found }은(는) 실행 번호가 아닙니다
link-no-head = head: { $found }은(는) 1부터 { $heads }까지의 헤드가 아닙니다
link-no-speed = speed: { $found }은(는) full, medium, slow 중 하나가 아닙니다
link-settled = { $name }: { $asked }은(는) 다른 설정과 맞지 않아 { $now }(으)로 바꾸었습니다

## 두 실행의 차이

differs-not = B는 아직 A와 같습니다. 아래에서 B의 설정을 바꾸거나 다음을 누르세요:
    .vanilla = 바닐라 어텐션으로
    .seed = 다른 시드로
differs = B가 A와 다른 점: { $differences }.

## 곡선

finding = 지금까지
    .waits = 아직 시작하지 않았습니다.
    .more = 근거
finding-look = 헤드 { $head }의 어텐션 보기
plot-w = 헤드별 w
    .about = 0보다 작으면 가까운 토큰을, 크면 먼 토큰을 선호
    .about-other = 그 의미는 매핑에 따라 다릅니다. 아래 헤드를 보세요
    .far = 원거리
    .near = 근거리
    .waits = ‘재생’을 누르세요. 모든 헤드의 w가 여기에 선으로 그려집니다
plot-v = 헤드별 v
    .about = 계수의 상한은 <slot>1 + e^v</slot>
plot-accuracy = 정확도
    .about = 맞힌 비율, <slot>{ held-out }</slot>
    .waits = ‘재생’을 누르세요. 맞힌 비율이 여기에 그려집니다. 점선은 학습, 실선은 검증
plot-axis = 스텝 →
plot-loss = 손실
    .about = 평균 교차 엔트로피, 단위 <slot>{ nats }</slot>
nats = nat
    .means = 자연로그를 쓴 교차 엔트로피입니다. 0이면 확신하고 맞힌 답, 0.693(ln 2)이면 둘 중 하나를 찍은 답입니다.
plot-name = 스텝별 { $title }.
plot-nothing = 아직 없음.
plot-training = 학습 { $training }.
plot-both = 학습 { $training }, 검증 { $held-out }.
plot-heads = 헤드 1부터: { $values }.
legend-heads = 굵은 선: 표시한 헤드, 흐린 선: 혼자서는 아직 확실한 기여가 없는 헤드
legend-run = 실행 { $letter }

## 헤드

heads = 헤드
    .of-run = 실행 { $letter }의 헤드
    .about = 기여도: 이 헤드의 w를 0으로 했을 때 검증 텍스트 { $texts ->
       *[other] { $texts }개
    }의 손실이 늘어나는 양(nat)과 그 95% 구간.
    .about-some = 기여도: 이 헤드의 w를 0으로 했을 때 일부 검증 텍스트의 손실이 늘어나는 양(nat)과 그 95% 구간.
    .about-without = 아래 텍스트에서 각 헤드가 평균 몇 토큰 떨어진 곳을 보는지 나타냅니다. 이 방법에는 w가 없습니다.
    .pull = 당김: 마지막 스텝의 그래디언트가 w와 v를 옮기는 방향.
    .pull-w = 당김: 마지막 스텝의 그래디언트가 w를 옮기는 방향.
head =
    .without = w 없음: { $method }
    .near = 가까운 쪽 선호
    .far = 먼 쪽 선호
    .flat = 평평함
    .falls = 계수 감소
    .grows = 계수 증가
    .reach = 평균 { $tokens }토큰 거리를 봄, 고르면 { $even }
worth = 기여도 { $worth }
    .with-v = v { $v }, 기여도 { $worth }
worth-unknown = 기여도 측정 전
    .with-v = v { $v }, 기여도 측정 전

## 헤드가 주목하는 것

attention = 헤드 { $head }의 어텐션
    .about = 각 행은 주목하는 토큰, 각 열은 주목받는 토큰입니다. 괄호 안의 단어는 학습 텍스트에 없는 단어입니다.
    .untrained = 아직 학습하지 않은 시작 상태의 가중치입니다. ‘재생’을 누르면 이 헤드가 주목하게 되는 셀이 밝아집니다.
    .causal = 페이지의 인과 마스크 때문에 여기서는 토큰이 뒤의 토큰을 보지 못합니다. 학습에는 마스크가 없습니다.
    .sentence = 문장
    .first = 첫째 텍스트
    .second = 둘째 텍스트
attention-of = 어텐션을 볼 텍스트
    .first = 첫째 텍스트
    .second = 둘째 텍스트
attention-name = 실행 { $letter }, 헤드 { $head }의 어텐션.
strongest = 두 단어 사이에서 가장 강한 것: “{ $row }”이(가) “{ $column }”에 { $percent }% 주목합니다.
point = 셀을 가리키거나 누르거나 화살표 키를 쓰세요.
look-left-out = { $count ->
   *[other] 텍스트가 모델에 너무 깁니다. 끝의 토큰 { $count }개는 읽지 않습니다.
}
answers = 모델의 답
    .name = 모델의 답
answers-right = { $answer }, 맞음
answers-wrong = { $answer }, 트리뱅크에서는 { $gold }
answers-left = { $count ->
   *[other] 나머지 클래스 { $count }개는 확률이 더 낮습니다.
}

## 메뉴의 선택지

speed-full = 최고 속도
speed-medium = 초당 20스텝
speed-slow = 초당 2스텝
start-zero = 0: 선호 없음
start-normal = 무작위
vectors-spelling = 철자로 만듦
vectors-shared = GloVe, 빈도 높은 단어 2{"\u202f"}048개

## 방법, 그리고 방법이 위치에 대해 배우는 것

method-clip = k, 자기 벡터가 있는 가장 큰 오프셋
learned = 위치에 대해 배우는 것
    .about = 방법이 따로 갖는 모든 숫자와 마지막 스텝의 그래디언트입니다. 숫자는 그래디언트와 반대로 움직입니다. 막대는 표에서 가장 큰 것에 대한 그래디언트의 비율입니다.
    .nothing = 없음: 이 방법에는 위치를 위한 자기 숫자가 없습니다.
    .waits = ‘재생’을 누르면 모든 매개변수와 그래디언트가 여기에 나옵니다.
learned-value = 현재
learned-gradient = 그래디언트
