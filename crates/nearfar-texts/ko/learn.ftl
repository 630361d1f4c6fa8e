### 수업: “배우기” 화면과 다른 화면 위의 띠.

kept = 한 일은 보존됩니다. 새로고침한 뒤 이어서 하세요.
lead = 하면서 배우기: 단계마다 움직이는 그림 하나와 할 일 하나가 있습니다.
    .kept = 진행 상황은 이 브라우저에 남습니다.
    .not-kept = 이 브라우저는 아무것도 보관하지 않습니다. 페이지를 닫으면 진행 상황이 사라집니다.
begin = 시작
go-on = 이어서 하기
forget = 다시 시작
take-away = 목록에서 빼기
opened-here = 여기서 열었습니다.
minutes = { $count ->
       *[other] { $count }분
    }
done-of = { $count }단계 중 { $done }단계 완료
done-and-begun = { $count }단계 중 { $done }단계 완료, { $begun }단계 진행 중
open = 수업 열기
open-about = 수업 파일(.json)
open-large = 파일이 링크에 담을 수 있는 길이(20{"\u202f"}000바이트)보다 깁니다. 단계를 줄이세요.
cannot = 이 수업을 보여 줄 수 없습니다: { $why }
unknown = 이름이 “{ $name }”인 수업이 없습니다
strip = 수업
steps = 수업의 단계
step-of = { $count }단계 중 { $step }단계
fold = 접기
unfold = 펼치기
leave = 나가기
back = 이전
next = 다음
finish = 마치기
done = 완료했습니다. 다음으로 갈 수 있습니다.
predict = 예측
another-cell = 그 셀이 아닙니다. 다른 셀을 찾아보세요.
answer = 답하기
ask-empty = 먼저 답을 입력하세요.
ask-number = 숫자로 답하세요.
ask-right = 답 { $given }: 맞습니다.
ask-wrong = 답 “{ $given }”. 정답은 “{ $right }”입니다.
ask-open = 답: { $given }.
sheet = 인쇄용 학습지
sheet-do = 할 일
sheet-explain = 본 것을 설명하기
sheet-answers = 정답
print = 인쇄
who = 이름
hand-text = 텍스트로 제출
hand-file = 파일로 제출
hand-copy = 이 텍스트를 선생님께 보내기
teacher = 교사용: 제출물 나란히 보기
    .about = 제출된 텍스트를 몇 개든 붙여 넣거나 파일을 고르세요. 아무것도 이 페이지를 떠나지 않습니다.
teacher-texts = 텍스트
teacher-lay = 나란히 놓기
teacher-files = 파일
teacher-all = 전체
teacher-damaged = { $count ->
       *[other] 손상된 제출물 { $count }개를 제외했습니다.
    }

## 수업 만들기

make = 교사용: 지금 화면으로 수업 만들기
    .about = 단계가 시작될 모습으로 화면을 맞추고 여기로 돌아와 “여기서 시작”을 누르세요. 끝날 모습으로 맞추고 “여기서 끝”을
        누르면, 그 모습에 이른 사람은 단계를 마친 것입니다. 대신 질문으로 단계를 끝낼 수도 있습니다.
    .not-kept = 이 브라우저는 아무것도 보관하지 않습니다. 페이지를 닫기 전에 수업을 파일로 저장하세요.
make-title = 제목
make-goal = 목표
make-minutes = 분
make-room = 화면
make-step = 단계 제목
make-text = 설명
make-do = 할 일
make-question = 질문
make-answer = 정답
make-answers = 정답은 숫자(5 % 차이까지 정답)이거나, 단어(줄마다 하나씩 모두 정답, 비워 두면 교사가 읽음)이거나, 선택지입니다. 선택지는 한 줄에 하나씩 -로 시작하고, 정답은 *로 시작합니다.
make-predict = 예측 질문(그림이 다 보이기 전에 묻습니다)
make-predict-answer = 예측의 정답
make-explain = 마친 뒤에 보여 줄 설명
make-panels = 화면에서 보이는 것
make-as-it-is = 그대로
make-hidden = 숨김
make-alone = 이것만 보임
make-revealed = 예측한 뒤 이것만 보임
make-open = 수업 파일로 이어서 만들기
make-change = 고치기
make-up = 위로
make-remove = 삭제
make-bring-back = 되살리기
make-clear = 단계 비우기
make-put-back = 단계 되돌려 놓기
make-same = 시작과 끝 사이에 바뀐 것이 없습니다. 단계가 끝날 모습으로 화면을 맞추고 다시 누르세요.
make-start = 여기서 시작
make-end = 여기서 끝
make-add = 단계 추가
make-count = { $count ->
       *[other] 지금까지 { $count }단계입니다.
    }
make-save = 파일로 저장
make-try = 해 보기
make-link = 링크 복사

## 수업: 논문 둘러보기

walk = 논문 둘러보기
walk-goal = w, v, ReLU가 어텐션에 하는 일, 거리가 알려 주는 것과 알려 주지 못하는 것, 논문의 표가 보여 주는 것. 수학이 조금 필요합니다.

walk-looks = 헤드가 주목하는 것
walk-looks-text = 각 행은 바라보는 단어(쿼리), 각 열은 그 단어가 보는 단어(키)입니다. 셀은 쿼리가 자기 행의 어텐션 가운데 그 키에 주는 비율입니다.
walk-looks-predict = 한 행의 가중치를 모두 더하면 얼마일까요?
walk-looks-why = softmax는 모든 행을 분포로 만듭니다. 합은 1입니다.
walk-looks-do = 마지막 단어 “good”의 행에서 가장 큰 가중치를 고정하세요. 셀을 클릭하거나 누르세요(키보드: 화살표, 그다음 Enter).
walk-looks-explain = 헤드란 바로 이 행렬입니다. 한 토큰의 출력은 모든 토큰의 값을, 그 토큰의 행에 있는 가중치를 저마다 곱해 더한 것입니다.

walk-order = 위치가 없으면 순서가 보이지 않는다
walk-order-text = A는 위치 없이 주목하고, B는 단어에 사인파를 더합니다. 메커니즘만 보이도록 여기서는 투영이 무작위입니다.
walk-order-predict = 단어들이 자리를 바꿉니다. A에서 “dog”가 “bites”에 주는 가중치가 달라질까요?
walk-order-choice-1 = 예
walk-order-choice-2 = 아니요
walk-order-why = 점수는 두 단어 벡터의 곱이고, 그 벡터에는 자리가 들어 있지 않습니다.
walk-order-do = 마침표 없이 문장을 다른 순서로 입력하세요: man bites dog
walk-order-explain = A에서는 행과 열이 자리를 바꾸었을 뿐 어떤 가중치도 달라지지 않았고, 사인파를 보는 B에서는 가중치가 달라졌습니다. 어텐션만으로는 단어의 집합만 보입니다. 단어가 어디에 있는지는 다른 무언가가 알려 주어야 합니다.

walk-distance = 거리 R, 그리고 w·R
walk-distance-text = 논문은 두 토큰이 얼마나 떨어져 있는지를 각 헤드에 알려 줍니다: R = |i − j|. 헤드마다 자기 가중치 w가 있고, 헤드는 w·R을 봅니다.
walk-distance-predict = w가 −0.5라고 합시다. 토큰 6개 거리에서 w·R은 얼마일까요?
walk-distance-why = −0.5 곱하기 6입니다.
walk-distance-do = 고정된 셀은 대각선에서 토큰 6개만큼 떨어져 있습니다. 그 셀의 w·R이 −3 이하가 될 때까지 w를 옮기세요. 값은 계산식의 “가중 거리”에 있습니다.
walk-distance-explain = w의 부호를 보면 어떤 헤드인지 알 수 있습니다. 0보다 작으면 가까운 토큰을, 크면 먼 토큰을 선호합니다. w = 0이면 거리를 모릅니다.

walk-product = 그냥 곱하면 안 되는 까닭
walk-product-text = 여기서는 점수마다 w·R을 그대로 곱하며 w = −1입니다. (음수 점수는 먼저 0이 됩니다. 까닭은 7단계에 있습니다.) R = 0인 대각선과 부호를 살펴보세요.
walk-product-predict = 점수 2에 w·R을 곱합니다. w = −1이고 토큰 3개 거리입니다. 얼마가 될까요?
walk-product-why = 2 · (−1 · 3): 가장 잘 맞던 것이 이제 가장 안 맞는 것이 되었습니다.
walk-product-do = A의 제목 옆 ▾를 누르고 “매핑 f”를 Learnable sigmoid(학습 가능한 시그모이드)로 바꾸세요.
walk-product-explain = R을 그냥 곱하면 토큰이 자신에게 주는 점수가 지워지고, w가 음수일 때는 잘 맞던 것이 안 맞는 것으로 바뀌며, 긴 글에서는 값이 끝없이 커집니다. w·R 대신 w·R의 함수 f를 쓰면 세 문제가 모두 풀립니다.

walk-sigmoid = 시그모이드와 v
walk-sigmoid-text = f(w·R; v) = (1 + e^v) / (1 + e^(v − w·R)). 거리 0에서 1이고, 근거리 헤드에서는 0으로 내려가며, 원거리 헤드에서는 상한 1 + e^v까지 올라갑니다.
walk-sigmoid-predict = w = −1, v = 1입니다. 토큰 3개 거리에서 f는 얼마일까요?
walk-sigmoid-choice-1 = 약 0.07
walk-sigmoid-choice-2 = 약 0.5
walk-sigmoid-choice-3 = 정확히 1
walk-sigmoid-choice-4 = 약 3.7
walk-sigmoid-why = (1 + e) / (1 + e⁴) = 3.718 / 55.6 = 0.067.
walk-sigmoid-do = 상한이 4 이상인 원거리 헤드로 만드세요. w는 0보다 크게, v는 1.1 이상으로 옮기면 됩니다.
walk-sigmoid-explain = w는 방향과 빠르기를, v는 강도를 정합니다. 점수에 곱하는 값은 1 + e^v를 넘지 않습니다. w > 0이면 1보다 작은 계수가 없으므로 가까운 토큰은 상대적으로만 줄어듭니다. w < 0이면 v가 클 때 f가 곧바로 떨어지고, 뚜렷한 음수일 때는 처음 몇 토큰 동안 1 가까이 머뭅니다.

walk-requirements = 다섯 가지 요건, 하나는 일부러 어기기
walk-requirements-text = x는 w·R입니다. 논문은 f에 다섯 가지를 요구합니다. f(0) = 1, x → −∞에서 0, x → +∞에서 상한, 학습되는 강도, 단조성입니다. 학습 가능한 시그모이드는 모두 충족합니다.
walk-requirements-predict = f(x) = e^x입니다. 학습할 것이 없다는 점 말고 어떤 요건을 어길까요?
walk-requirements-choice-1 = f(0) = 1
walk-requirements-choice-2 = x → −∞에서 0
walk-requirements-choice-3 = x → +∞에서 상한
walk-requirements-choice-4 = 단조성
walk-requirements-why = e^x는 끝없이 커집니다. 긴 글에서는 먼 토큰의 가중치가 얼마든지 커질 수 있습니다.
walk-requirements-do = 요건을 어기는 곡선을 추가하세요. “내 곡선”에서 다른 함수를 고르고 “추가”를 누르세요.
walk-requirements-explain = 경쟁 함수는 저마다 요건을 하나 이상 어깁니다. 어느 것인지는 표에 있습니다. 논문이 자기 함수를 내세우는 근거가 이것입니다. 정확도에도 중요한지는 다른 문제입니다.

walk-relu = ReLU, 그리고 근거리 헤드가 실제로 하는 일
walk-relu-text = 가중치는 softmax(ReLU(score) · f)입니다. ReLU가 없으면 거리는 음의 점수에 거꾸로 작용합니다. 1보다 작은 계수는 점수를 끌어올리고 1보다 큰 계수는 더 끌어내립니다. ReLU는 음의 점수를 0으로 만들고, 근거리 헤드의 f는 나머지를 0에 가깝게 줄입니다. 하지만 점수가 0이어도 softmax에서는 없어지지 않습니다: e^0 = 1. 이것은 근거리 헤드인 헤드 6입니다.
walk-relu-predict = 한 행의 점수 10개가 모두 음수입니다. 가중치는 각각 얼마일까요?
walk-relu-why = ReLU가 모두 0으로 만들어 저마다 e^0 = 1을 얻고, 10 가운데 1은 0.1입니다. w와 v는 아무것도 바꾸지 못합니다. 0에는 무엇을 곱해도 0입니다.
walk-relu-do = 여러 행이 고르게 보이지만, 0보다 큰 점수가 없는 행은 하나뿐입니다. “A가 만들어지는 과정”의 “원점수” 그림을 보고, 그 행의 셀 하나를 고정하세요. 고정한 셀의 원점수는 계산식에 있습니다.
walk-relu-explain = 근거리 헤드는 먼 토큰을 없애지 않습니다. 점수를 0에 가깝게 줄일 뿐이고, 먼 토큰도 저마다 합에 e^0 = 1을 남깁니다. 점수가 모두 음수인 행은 w와 v가 무엇이든 균등합니다.

walk-softmax = Softmax: 키끼리의 경쟁
walk-softmax-text = 한 행의 가중치는 1을 나누어 갖습니다. 하나가 얻으려면 다른 것이 잃어야 합니다. 이 페이지에서는 경쟁을 뺄 수 있고, 그러면 키마다 따로 가중치를 얻습니다.
walk-softmax-predict = 한 행에 키가 둘 있고 점수는 0과 ln 3입니다. 둘째 키의 가중치는 얼마일까요?
walk-softmax-why = e^0 = 1, e^(ln 3) = 3이므로 넷 가운데 셋입니다.
walk-softmax-do = A의 단계에서 “Softmax”를 끄고, 그것이 무슨 일을 했는지 보세요.
walk-softmax-explain = 경쟁이 없으면 계수는 자기 키에만 작용합니다. 경쟁이 있으면 f가 한 토큰을 끌어올릴 때마다 그 행의 다른 토큰은 모두 내려갑니다.

walk-heads = 여러 헤드
walk-heads-text = 헤드마다 자기 w와 v, 곧 숫자 두 개가 있고 자기 투영도 있습니다. 그래서 한 레이어에서 어떤 헤드는 가까이, 어떤 헤드는 멀리 볼 수 있습니다.
walk-heads-predict = 한 레이어에 헤드가 16개 있습니다. 거리 때문에 늘어나는 파라미터는 몇 개일까요?
walk-heads-why = 헤드 16개에 w 하나와 v 하나씩입니다.
walk-heads-do = “모든 헤드”에서 “여럿 선택”을 누르고, 헤드 6 옆에 멀리 보는 헤드를 하나 고르세요.
walk-heads-explain = 나란히 보면 한 레이어의 두 헤드가 w와 v도 다르고 그림도 다릅니다. 레이어는 둘 다 넘겨주며, 거리에는 헤드마다 숫자 두 개면 됩니다.

walk-learned = 학습된 헤드: 시작값과 학습값
walk-learned-text = 이 모델은 영화 리뷰로 학습했습니다. 헤드 16개의 w와 v는 무작위로 시작했습니다.
walk-learned-predict = 헤드 16개 가운데 6개가 근거리(w < 0)로 시작했습니다. 학습 뒤에는 몇 개가 근거리일까요?
walk-learned-why = 하나, w = −1.68인 헤드 6입니다. 다른 다섯은 부호가 바뀌었습니다.
walk-learned-do = 아래의 “모델 A가 학습한 것”을(를) 열어 헤드마다 처음과 끝을 보세요. 그다음 유일한 근거리 헤드, 곧 w가 0보다 작은 하나뿐인 헤드로 가세요.
walk-learned-explain = 처음에는 근거리 헤드가 6개였고 끝에는 1개입니다. 16개 중 15개의 w가 0보다 큽니다. 그것이 무엇에 좋은지는 부호만으로는 알 수 없습니다.

walk-train = 가까운 단어가 중요한 과제로 학습하기
walk-train-text = “not” 바로 뒤에 오는 평가어를 뒤집은 것이 답입니다(“not good”은 부정). 바로 다음 단어만 중요합니다. 모든 w는 0에서 시작합니다.
walk-train-predict = 가장 중요한 헤드의 w는 어느 쪽으로 갈까요?
walk-train-choice-1 = 0 아래: 근거리
walk-train-choice-2 = 0에 머문다
walk-train-choice-3 = 0 위: 원거리
walk-train-why = 답을 정하는 단어가 “not” 바로 옆에 있습니다.
walk-train-do = “재생”을 누르고, 검증 텍스트 10개 중 9개를 맞힐 때까지 학습시키세요. 처음 몇백 스텝은 절반에 머물 수 있습니다.
walk-train-explain = 가장 중요한 헤드의 w가 0 아래로 내려갔습니다. 과제에 필요한 것을 숫자 하나에서 읽을 수 있습니다. 학습 화면에서 먼 단어가 중요한 과제를 고르면 0 위로 올라갑니다.

walk-beside = 바닐라와 나란히
walk-beside-text = 같은 과제의 두 실행입니다. A는 거리를 쓰고, B는 사인파를 쓰는 바닐라 Transformer입니다. 데이터, 시드, 크기는 같습니다.
walk-beside-predict = A가 B보다 적은 스텝 만에 검증 텍스트를 맞힌다고 합시다. 무엇을 알 수 있을까요?
walk-beside-choice-1 = 거리를 아는 어텐션이 바닐라보다 빨리 배운다
walk-beside-choice-2 = 이런 과제에서는 더 빨리 배운다
walk-beside-choice-3 = 이번 실행에서 그랬다는 것뿐
walk-beside-why = 지어낸 과제 하나의 시드 하나는 다른 시드나 다른 과제에 대해 알려 주는 것이 거의 없습니다.
walk-beside-do = “재생”을 누르고 둘 다 600스텝까지 학습시키세요.
walk-beside-explain = 정확도를 보면 어느 쪽이 먼저 절반을 벗어났는지 알 수 있습니다. 이 과제, 이 크기, 이 시드에서 그렇다는 것입니다. 학습 화면에서 시드를 바꾸면 뒤바뀔 수 있습니다. 어느 방법이 더 빨리 배우는지 말하려면 많은 시드와 구간이 필요합니다.

walk-direction = |i − j|가 알 수 없는 것
walk-direction-text = “good”에서 토큰 6개 앞의 “weak”를 보는 셀이 고정되어 있습니다. 계수는 계산식에 있습니다.
walk-direction-predict = 여기서 쿼리보다 토큰 6개 앞에서 f는 0.23입니다. 쿼리보다 토큰 6개 뒤에서는 얼마일까요?
walk-direction-choice-1 = 0.23
walk-direction-choice-2 = −0.23
walk-direction-choice-3 = 단어에 따라 다르다
walk-direction-why = |i − j|는 양쪽 모두 6입니다.
walk-direction-do = 대칭인 셀, 곧 “weak” 행의 “good” 열을 고정하고 계수를 비교하세요.
walk-direction-explain = R은 어느 쪽으로나 같으므로 계수도 같습니다. 이 방법은 얼마나 먼지는 알지만 앞인지 뒤인지는 모릅니다. 사인파, 상대 위치, RoPE는 압니다. “비교” 화면을 보세요.

walk-tables = 표가 말하는 것과 말하지 않는 것
walk-tables-text = 논문의 SST 정확도는 DA-Transformer 90.49%, Transformer 89.67%입니다. 여기서 더 적은 데이터와 더 작은 벡터로 학습하면 시드 5개에서 82.47%와 81.89%입니다.
walk-tables-predict = 0.58%p 앞서고, 시드에 대한 95% 구간은 −0.03에서 1.19까지입니다. 여기서 무엇을 알 수 있을까요?
walk-tables-choice-1 = SST에서는 DA가 더 낫다
walk-tables-choice-2 = 이 실행들로는 둘을 구별할 수 없다
walk-tables-choice-3 = 둘은 똑같이 좋다
walk-tables-why = 구간에 0이 들어 있습니다. 그렇다고 둘이 같다는 증명도 아닙니다.
walk-tables-do = 직접 지은 문장을 입력하고 두 모델의 답을 읽으세요.
walk-tables-explain = 여기서 한 실행이 DA-Transformer에 대해 말해 주는 것입니다. Transformer와 견주면 SST와 SNLI에서는 앞서고 AG에서는 뒤지지만(0.37%p, 실행 2번), 셋 다 둘을 구별하지 못합니다. SST에서 83.26%인 Transformer-XL보다는 뒤지며, 그 구간에는 0이 없습니다. 위치가 전혀 없는 Transformer도 SST에서 82.33%입니다. 확실한 것은 지금까지 본 메커니즘이고, 정확도에 도움이 되는지는 과제와 데이터에 달려 있습니다.

## 수업: 학습 가능한 시그모이드

sigmoid = 학습 가능한 시그모이드
sigmoid-goal = 언어가 필요 없는 수학: 한 함수족의 0에서의 값, 상한, 기울기.

sigmoid-one = 원점에서 1
sigmoid-one-text = f(x) = (1 + e^v) / (1 + e^(v − x)).
sigmoid-one-predict = v = 5일 때 f(0)은?
sigmoid-one-why = x = 0이면 분자와 분모가 같습니다.
sigmoid-one-do = v가 −0.5에서 0.5 사이인 곡선을 추가하세요.
sigmoid-one-explain = 모든 v에서 (1 + e^v) / (1 + e^v) = 1입니다.

sigmoid-bound = 상한
sigmoid-bound-text = x → +∞: e^(v − x) → 0.
sigmoid-bound-predict = v = 0입니다. x → +∞에서 f의 상한은?
sigmoid-bound-why = 1 + e^0 = 2.
sigmoid-bound-do = 상한이 8보다 큰 곡선을 추가하세요.
sigmoid-bound-explain = v > ln 7 = 1.946이면 1 + e^v > 8입니다.

sigmoid-w = x에서 토큰으로
sigmoid-w-text = x = w·R. w = −1이면 토큰 축은 f의 왼쪽 절반을 따라 내려갑니다.
sigmoid-w-predict = w = −1, v = 1, R = 3일 때 f는?
sigmoid-w-why = (1 + e) / (1 + e⁴) = 3.718 / 55.6.
sigmoid-w-do = 축의 방향을 뒤집으세요. w를 0.5 이상으로 옮기면 됩니다.
sigmoid-w-explain = w < 0: f는 1에서 0으로 내려갑니다. w > 0: f는 1에서 1 + e^v로 올라갑니다. w = 0: f = 1.

## 수업: “not”

not = 모델이 “not”을 놓치는 이유
not-goal = 처음 배우는 사람을 위해, 수식 없이. 부정: 모델이 맞히려면 무엇을 보아야 하는지, 그리고 보는 것만으로는 모자라다는 것.

not-turn = 문장을 뒤집는 단어 하나
not-turn-text = 이 모델(여기서는 A)은 리뷰가 긍정인지 답합니다. 그것을 배우려고 문장 6{"\u202f"}920개를 읽었습니다.
not-turn-predict = “This film is not good”: 이 모델은 무엇이라고 답할까요?
not-turn-choice-1 = 부정
not-turn-choice-2 = 긍정
not-turn-why = 모델이 읽은 “good”이 든 문장은 대부분 긍정이었고, 레이어 하나는 단어를 더할 뿐입니다.
not-turn-do = 입력하세요: This film is not good
not-turn-explain = 그래도 88%로 긍정이라고 답합니다. 틀렸습니다. “good”이 뜻하는 것은 배웠지만 “not”이 그것을 어떻게 바꾸는지는 배우지 못했습니다.

not-look = “not”은 어디에 있나
not-look-text = “good”을 뒤집으려면 모델이 적어도 “not”을 보아야 합니다. 그림은 각 단어가 어디를 보는지 나타냅니다. 행의 단어가 열의 단어를 많이 볼수록 칸이 밝습니다.
not-look-predict = “not”은 “good”보다 단어 몇 개 앞에 있을까요?
not-look-why = 바로 앞 단어입니다.
not-look-do = “good”이 “not”을 보는 칸을 누르세요: 행 “good”, 열 “not”. 그다음 여기서 단어가 얼마나 가까이 보는지 정하는 슬라이더 w를 −2.5나 더 왼쪽으로 끄세요.
not-look-explain = 더 가까이 보는 것은 도움이 되지 않았습니다. 모든 단어에 가장 가까운 것은 자기 자신이고, 이제 한 단어 떨어진 곳도 멀어서 “good”은 “not”을 더 적게 봅니다. “not”을 보는 것은 필요하지만 그것만으로는 충분하지 않습니다. 모델이 본 것으로 뜻을 뒤집어야 합니다.

not-train = “not”을 읽어야 하는 과제
not-train-text = “not” 뒤의 단어를 뒤집은 것이 답을 정하는, 지어낸 문장들입니다. 단어를 세기만 하는 모델은 답할 수 없습니다.
not-train-predict = 어텐션을 한 번만 쓰는 작은 모델(레이어 하나)이 이것을 배울 수 있을까요?
not-train-choice-1 = 예
not-train-choice-2 = 아니요
not-train-why = 토큰 하나 앞을 볼 수 있고, 볼 이유가 있으면 됩니다.
not-train-do = “재생”을 누르고, 새 텍스트 10개 중 9개를 맞힐 때까지 기다리세요.
not-train-explain = 데이터가 요구하면 근거리 헤드가 있는 레이어 하나로도 “not”을 배웁니다. 앞에서는 w만 움직였지만, 학습은 모든 가중치를 움직여 단어가 자기 자신이 아니라 바로 앞의 “not”을 보게 합니다. 영화 모델에도 그럴 수단은 있었지만 데이터가 달랐습니다.

## 수업: 모델 카드를 정직하게 읽기

card = 모델 카드를 정직하게 읽기
card-goal = 구간이 붙은 수치가 말하는 것, 그것이 무엇의 수치인지, 그리고 빠뜨리는 것.

card-figure = 수치와 그 구간
card-figure-text = 모델 카드에는 모델을 어떻게 학습했고 얼마나 잘 답하는지 적혀 있습니다. “모델 A가 학습한 것”을 열고 모델 카드를 여세요.
card-figure-predict = DA: 82.04% [80.2, 83.9]. 바닐라: 81.93% [80.1, 83.7]. 무엇이라고 말할 수 있을까요?
card-figure-choice-1 = DA가 더 낫다
card-figure-choice-2 = 카드로는 둘을 구별할 수 없다
card-figure-choice-3 = 바닐라는 모든 텍스트에서 더 나쁘다
card-figure-why = 두 구간이 거의 다 겹칩니다.
card-figure-do = 직접 쓴 리뷰를 입력하고, 두 모델이 모두 내 생각과 같은지 보세요.
card-figure-explain = DA는 82.04% [80.2, 83.9], 바닐라는 81.93% [80.1, 83.7]입니다. 두 구간은 서로 상대의 수치를 담고 있습니다. 내 문장 하나는 일화이고, 1{"\u202f"}821개는 그만큼의 불확실성이 있는 측정입니다.

card-data = 모델이 읽은 것
card-data-text = 카드에 데이터가 적혀 있습니다. 영어 영화 리뷰 문장 6{"\u202f"}920개, 클래스 둘입니다. 그 밖의 것은 본 적이 없습니다.
card-data-predict = 요리법을 주면 무엇이라고 답할까요?
card-data-choice-1 = 리뷰가 아니라고 답한다
card-data-choice-2 = 긍정이나 부정을 확률과 함께 답한다
card-data-choice-3 = 답하지 않는다
card-data-why = 클래스는 둘이고, 둘의 합은 1입니다.
card-data-do = 영화 리뷰가 아닌 것을 입력하세요. 처음 문장에 없는 단어가 하나 이상 있는 문장이면 됩니다.
card-data-explain = 그래도 확률과 함께 답합니다. “모른다”라는 클래스는 없습니다. 말이 되는 질문인지는 묻는 사람이 살펴야 합니다.

card-small = 카드가 빠뜨리는 것
card-small-text = 수치는 압축한 파일의 것입니다. 행렬은 16비트, 자체 단어 벡터는 2{"\u202f"}000개입니다. 압축하기 전에는 82.81%였습니다. 시드는 1이었고, 다른 시드에서는 81.93%였습니다.
card-small-predict = 압축하면서 테스트 정확도가 82.81에서 82.04로 몇 %p 낮아졌을까요?
card-small-why = 카드에서 DA가 바닐라를 앞서는 것보다 큰 차이입니다.
card-small-do = 하나뿐인 근거리 헤드(w가 0보다 작은 헤드)로 가세요.
card-small-explain = 시드 다섯 개 중 가장 좋은 수치나 압축 전 수치를 적은 카드는 0.8%p 높게 말하면서도 글자 그대로는 참입니다. 어떤 카드든 물어보세요. 어느 시드인가, 어느 파일인가, 얼마나 확실한가?
