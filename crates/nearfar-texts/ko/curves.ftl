# 곡선 화면: 거리가 어떻게 계수가 되는지, 논문이 그것에 무엇을 요구하는지. “Fig. 1”, “Fig. 2”, “3.2절”은 논문의 것이다.

## 화면

lead = <i>w</i>와 <i>v</i>를 움직여 보세요. 굵은 곡선은 거리마다 점수가 얼마나 남는지 보여 줍니다.
lead-without-v = <i>w</i>를 움직여 보세요. 굵은 곡선은 거리마다 점수가 얼마나 남는지 보여 줍니다. 이 함수에는 <i>v</i>가 없습니다.
kept = 곡선은 보관되어 있습니다. 새로고침하고 이어서 쓰세요.

## 그래프

plot = 거리가 계수로 바뀌는 방식
    .about = f를 점수에 곱합니다. 1이면 그대로 두고, 1보다 작으면 낮추고, 1보다 크면 높입니다. 가중치는 행에서 차지하는 비율입니다.
        굵은 곡선이 내 곡선입니다.
    .role = 그래프
plot-name = 곡선 { $count }개의 그래프: { $curves }. 내 곡선: { $own }. 왼쪽, 오른쪽 화살표 키로 값을 읽는 자리를 옮깁니다.
plot-how = 그래프를 가리키거나 누르거나 ←, → 키를 눌러 값을 읽으세요.
plot-read = { $at }: 내 곡선 { $value }
plot-save = 그래프를 PNG로 저장
plot-near = x < 0: 근거리 헤드 (w < 0)
plot-far = x > 0: 원거리 헤드 (w > 0)
plot-cut-at-bottom = 아래에서 잘림: 가장 가파른 곡선의 최솟값은 { $value }.
plot-cut-at-top = 위에서 잘림: 가장 가파른 곡선의 최댓값은 { $value }.

## 축 이름

axis-distance = 거리 R (토큰), w = { $w }
axis-weighted = x = w·R, 가중 거리
axis-slope = f′(x), 기울기
axis-slope-per-token = df/dR, 토큰당 기울기

## 그래프 옆: 편집하는 곡선

aside = 곡선과 축
edit = 내 곡선
edit-head = 실험실 헤드 { $head }의 w와 v
edit-bounded = <slot>{ $formula }</slot>, 상한 <slot>1 + e^v</slot>
edit-add = 추가
edit-paper = Fig. 1
edit-every-function = 모든 함수
edit-full = 곡선은 { $most }개까지입니다. 먼저 하나를 지우세요.

## 편집하는 곡선이 하는 일

does-near = 계수는 토큰 1개 거리에서 { $one }, 5개 거리에서 { $five }입니다.
does-far = 먼 단어의 점수는 최대 { $bound }배, 토큰 1개 떨어진 단어의 점수는 { $one }배가 됩니다.
does-weighted = 오른쪽 끝에서 최대 { $bound }배이고, x = { $x }에서 절반으로 줄어듭니다.
does-nothing = w = 0이면 거리가 영향을 주지 않아 곡선이 평평합니다.
does-at-five = 토큰 5개 떨어진 단어의 점수는 { $coefficient }배가 됩니다.
does-at-zero = x = 0에서 { $coefficient }입니다.

## 그래프 옆: 축

axis = 축
axis-menu = 가로축
axis-draw-slopes = 값 대신 기울기 f′ 그리기
axis-x = <slot>{ $x }</slot>: 헤드의 w는 하나이므로 축의 절반만 씁니다.
    .means = R은 두 토큰의 거리 |i − j|이고, w는 헤드가 거기에 주는 가중치입니다. w < 0인 헤드는 근거리 헤드입니다. x가 음수이고
        f가 먼 단어를 억제합니다. w > 0인 헤드는 원거리 헤드입니다. f가 먼 단어를 1 + e^v까지 끌어올립니다.

## 읽은 값

values = 값
values-at-distance = R = { $distance }, x = { $x }
values-at-x = x = { $x }
values-remove = { $curve } 지우기
values-own = 내 곡선: { $curve }
key-own = 내 곡선
values-none = 남은 곡선이 없습니다. 내 곡선을 추가하거나 실행을 취소하세요.

## 계수 행렬

matrices = Fig. 2의 계수 행렬
    .about = 토큰 N개의 모든 쌍입니다. |i − j|만 영향을 주므로 대각선은 f(0)이고, 대각선에 평행한 선 위에서는 값이 같습니다.
matrices-range = 행렬의 색 범위
matrices-range-common = 공통 범위
matrices-range-own = 각각의 범위
matrices-unit-common = 계수, 0보다 큰 모든 행렬에 공통 범위. 1이면 변화 없음, { $least } 이하는 눈금의 끝 색
matrices-unit-own = 계수, 1이면 변화 없음
matrices-far-mild = 원거리, 약
matrices-near-mild = 근거리, 약
matrices-far-strong = 원거리, 강
matrices-near-strong = 근거리, 강
matrices-own = 내 것
matrices-tokens = 토큰, 다섯 행렬{"\u00a0"}모두
    .name = N, 토큰 수
matrices-pair = 토큰 { $one }, { $other } (거리 { $apart }): { $coefficient }
matrices-farthest = 가장 먼 쌍: <slot>{ $coefficient }</slot>
matrices-too-small = 10⁻³⁰⁸ 미만
matrices-name = { $of }, 토큰 { $tokens }개의 계수: 대각선은 { $diagonal }, 모서리는 { $corners }.

## 다섯 가지 요건

requirements = 논문이 f에 요구하는 것
    .about = 3.2절의 요건을 이 페이지에서 수치로 확인합니다. bounded는 위로 유계, tunable은 학습되는 파라미터가 있음, monotone은
        약한 의미의 단조(증가든 감소든)로 읽습니다.
requirements-table = 요건
requirements-every = 그려진 모든 곡선에 대해 같은 표
requirements-break = 깨뜨리기: { $function }
requirements-mend = 되돌리기: { $function }
requirements-curve = 곡선
requirements-met = 충족
requirements-not-met = 미충족

## 각 요건과 판단에 쓴 숫자

asks-one-at-zero = f(0) = 1: 거리 0은 아무것도 바꾸지 않음
asks-zero-below = x → −∞에서 f → 0: 먼 토큰의 점수가 사라짐
asks-bound = x → +∞에서 유계: 긴 글에서도 가중치가 폭발하지 않음
asks-learned = 조절 가능: 모양을 학습할 수 있음
asks-one-way = 단조: 더 멀다고 해서 멀다의 반대가 되지 않음
found-bound = f(10⁹) = { $value }, 그 너머에서 더 커지지 않음
found-growth = f(10⁹) = { $value }, 계속 커짐
found-nothing-learned = 학습하는 매개변수 없음
found-v-learned = v를 학습
found-learned-in-paper = { $letters }: 논문에서는 헤드마다 학습, 여기서는 직접 설정
found-constant = [−40, 40]에서 일정
found-no-fall = [−40, 40]에서 감소하지 않음, 표본 8{"\u202f"}001개
found-no-rise = [−40, 40]에서 증가하지 않음, 표본 8{"\u202f"}001개
found-both-ways = [−40, 40]에서 증가와 감소가 모두 있음
