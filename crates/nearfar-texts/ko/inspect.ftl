# 검사 화면: 체크포인트에 무엇이 들었는지, 헤드가 무엇을 하는지, 문장에 대한 어텐션. w와 v는 헤드가 무엇을 얼마나 선호하는지 나타내는
# 두 숫자다.

## 화면

lead = 모델의 어떤 헤드는 가까이를, 어떤 헤드는 멀리를 봅니다. <b>헤드 하나를 고르고</b>, 모델을 실행해 그 헤드의 <i>w</i>를
    움직여 보세요. 아무것도 업로드하지 않고, 파일 안의 어떤 것도 실행하지 않습니다.
kept = 파일은 그대로입니다. 새로고침하고 다시 여세요.
views = 파일에서 볼 것
view-tensors = 텐서
view-heads = 헤드
view-run = 실행

## 파일 열기

open =
    .call = <slot>파일 선택</slot> 또는 이 화면 아무 곳에나 끌어다 놓기
    .kinds = { $kinds }. config.json,
        tokenizer.json 또는 vocab.txt, 외부 데이터도 함께 열 수 있습니다. 보는 부분만 읽으므로 크기 제한이 없습니다.
    .files = 체크포인트 파일
examples = 예시
    .reviews = 영화 리뷰, 거리 인식
    .news = 뉴스 주제, 거리 인식
    .reviews-vanilla = 영화 리뷰, 바닐라
    .reviews-kerple = 영화 리뷰, KERPLE
elsewhere = 더 열기
link = 이 사이트의 링크
    .open = 열기
recent = 최근
    .address = 이 사이트의 { $address } 열기
    .file = 이름만 보관합니다. 파일을 다시 선택하세요
    .forget = 이름 지우기
    .forget-title = 이 브라우저에 이름만 보관합니다

## 파일로 하고 있는 일

busy = { $what } …
    .progress = 진행률
    .stop = 중지
opening = { $file } 여는 중
opening-for-lab = 실험실에서 보려고 여는 중
fetching = { $file } 가져오는 중
saving = 저장하는 중
running = 실행하는 중
is-open = { $file }을(를) 열었습니다: 텐서 { $tensors ->
       *[other] { $tensors }개
    }.
came-whole = 전체를 내려받았습니다. 부분으로 나누어 읽을 수 없었습니다.
came-in-parts = 서버에서 보는 부분만 읽었습니다. 전체를 내려받지는 않았습니다.

## 할 수 없었던 것

reader-gone = 파일 워커가 { $why }. 페이지를 새로고침하세요.
reader-ended = 파일 워커가 { $why }.
    .memory = 허용된 메모리 2 GB가 모자랐을 수 있습니다.
    .goes-on = 열려 있던 것은 그대로 열려 있습니다.
    .longer = 시간을 세 배로 주기
stays-open = “{ $file }”은(는) 그대로 열려 있습니다.
no-link = 링크가 아닙니다. checkpoints/model.safetensors처럼 적으세요
another-site = 다른 사이트의 파일이라 이 페이지가 요청하지 않습니다. 파일을 내려받아 여기서 선택하세요
server-refused = 서버가 { $status } 상태로 응답했습니다. 링크를 확인하세요
lab-refused = 실험실에서 볼 수 없습니다: { $why }

## 열린 파일의 머리

format = 형식
    .torch-zip = PyTorch (zip)
    .torch-legacy = PyTorch (옛 형식)
    .npy = NumPy 배열
    .npz = NumPy 아카이브
    .keras = Keras 아카이브
gigabytes = { $number } GB
megabytes = { $number } MB
kilobytes = { $number } KB
bytes = { $number } B
with-it = 함께 연 파일: { $files }.
wanted = 이 파일의 텐서 값은 <b>{ $files }</b>에 있습니다. 함께 여세요.
to-lab = 실험실에서 보기
    .as-a = 실험실에서 A로 보기
    .as-b = B로 보기
save = 저장
    .figures-csv = 모든 텐서의 통계를 CSV로
    .figures-json = 모든 텐서의 통계를 JSON으로
    .model = 모델을 .safetensors로
notes = 참고 ({ $count })
about-file = 파일 정보
metadata = 파일에 적힌 정보 ({ $count })
    .cut = { $beginning } … ({ $bytes ->
       *[other] { $bytes }바이트
    })

## 무엇으로 인식했는지

family-nearfar = { $method }, 이 프로젝트의 파일
    .vanilla = Transformer
    .unknown = Nearfar
family-distance-aware = 거리 인식 어텐션
family-torch-encoder = PyTorch TransformerEncoder
family-bloom = BLOOM 또는 Falcon
family-t5 = T5 인코더
family-bart = BART 인코더
family-clip-text = CLIP 텍스트 인코더
family-vit = Vision Transformer
family-keras = Keras MultiHeadAttention
family-other = 어텐션 레이어
family-unknown = 어텐션을 인식하지 못함
how-assumed = 가정
how-unknown = 모름
how-chosen = 직접 지정
fact-layers = 레이어
fact-heads = 헤드
fact-head-size = 헤드 크기
fact-method = w, v의 방식
fact-width = 모델 차원
fact-words = 어휘 수
fact-norms = 정규화
    .post = 잔차 합 뒤
    .pre = 서브레이어 앞
fact-sees = 주목 대상
    .all = 모든 토큰
    .causal = 자신과 앞 토큰
prefix = 모든 이름 앞의 <code>{ $prefix }</code>은(는) 떼었습니다.
findings = 인식 { $recognised }, 누락 { $missing }, 여분 { $extra }, 형상 다름 { $reshaped }
    .more = 외 { $count }개
findings-missing = 누락: { $count }
    .means = 이 계열에는 있고 파일에는 없음
findings-reshaped = 형상 다름: { $count }
    .means = 역할은 맞고 형상이 다름
findings-extra = 여분: { $count }
    .means = 맞는 역할이 없음
findings-recognised = 인식: { $count }
    .means = 역할이 정해짐
refused = 순전파를 하지 않습니다: 어텐션을 결정하는 요소 중 모르는 것이 있습니다.
    .more = { $count ->
       *[other] 외 이유 { $count }개
    }
    .still-seen = 그래도 볼 수 있는 것: { $what }.
    .mends = 어느 파일에도 적혀 있지 않은 것은 “{ by-hand }”에서 정할 수 있습니다.

## 파일에 없는 것을 직접 정하기

by-hand = 직접 지정
by-hand-about = 여기서 고른 것이 인식한 것보다 앞서며, 이름과 형상이 같은 파일을 위해 이 브라우저에 기억됩니다.
by-hand-take-all-back = 모두 되돌리기
by-hand-name = { $what }, 직접 지정
by-hand-runs = 실행할 레이어
by-hand-sees = 토큰이 보는 것
    .causal = 자신과 앞의 토큰
by-hand-post = 마지막, 잔차 합 뒤
by-hand-pre = 처음, 서브레이어 앞
by-hand-activation = 활성화 함수
    .gelu-tanh = tanh로 근사한 GELU (gelu_new)
    .swish = SiLU (swish)
by-hand-scale = 점수에 곱하는 값
by-hand-epsilon = 정규화의 ε
by-hand-first-position = 첫 위치
as-found = 인식한 대로: { $value }
    .assumed = 인식한 대로: { $value }, 가정
    .chosen = 인식한 대로
trained-known = w와 v가 있는 헤드는 다음 방식으로 주목합니다.
trained-unknown = w와 v가 있는 헤드를 어떻게 학습했는지 어느 파일에도 없습니다:
trained = 이렇게 학습됨
    .name = 매핑과 조정, 직접 지정
roles-name = 텐서 이름 (*는 레이어 번호)
    .none = 이름이 { $pattern }인 텐서가 없습니다.
roles-role = 역할
    .none = 역할 없음
roles-lies = 축 순서
    .others = 다른 텐서와 같음
roles-assign = 지정
roles-take-back = 되돌리기

## 텐서의 역할

role-word-embedding = 단어 임베딩
role-position-embedding = 위치 임베딩
role-type-embedding = 타입 임베딩
role-embedding-projection-weight = 임베딩 뒤 투영: 가중치
role-embedding-projection-bias = 임베딩 뒤 투영: 편향
role-embedding-norm-gain = 임베딩 정규화: 게인
role-embedding-norm-bias = 임베딩 정규화: 편향
role-query-weight = 쿼리: 가중치
role-query-bias = 쿼리: 편향
role-key-weight = 키: 가중치
role-key-bias = 키: 편향
role-value-weight = 값: 가중치
role-value-bias = 값: 편향
role-output-weight = 어텐션 출력: 가중치
role-output-bias = 어텐션 출력: 편향
role-distance-w = 헤드의 w
role-distance-v = 헤드의 v
role-start-w = w의 시작값
role-start-v = v의 시작값
role-relative-key = 상대 위치: 키
role-relative-value = 상대 위치: 값
role-attention-norm-gain = 어텐션 정규화: 게인
role-attention-norm-bias = 어텐션 정규화: 편향
role-hidden-weight = 피드포워드 1: 가중치
role-hidden-bias = 피드포워드 1: 편향
role-feed-forward-weight = 피드포워드 2: 가중치
role-feed-forward-bias = 피드포워드 2: 편향
role-feed-forward-norm-gain = 피드포워드 정규화: 게인
role-feed-forward-norm-bias = 피드포워드 정규화: 편향
role-final-norm-gain = 마지막 정규화: 게인
role-final-norm-bias = 마지막 정규화: 편향
role-head = 출력부의 일부, 실행 안 함

## 텐서의 통계: 표의 열

name = 이름
    .sort = 이름순으로 정렬
type-name = 자료형
    .sort = 저장된 자료형순으로 정렬
shape = 형상
    .sort = 형상순(원소 수)으로 정렬
size = 크기
    .sort = 파일에서 차지하는 바이트순으로 정렬
min = 최소
    .sort = 유한한 값의 최솟값순으로 정렬
max = 최대
    .sort = 유한한 값의 최댓값순으로 정렬
mean = 평균
    .sort = 유한한 값의 평균순으로 정렬
deviation = 표준편차
    .sort = 유한한 값의 표준편차순으로 정렬
zeros = 0 개수
    .sort = 0인 원소의 비율순으로 정렬
non-finite = 유한하지 않음
    .short = NaN, ∞
    .sort = 유한하지 않은 원소 수순으로 정렬
numbers = 원소 수

## 텐서 표

table = { view-tensors }
    .name = 텐서. 화살표 키로 하나를 고릅니다
    .none = 파일에 텐서가 없습니다.
    .empty = 이름, 자료형, 형상에 이 말이 있는 텐서가 없습니다.
tensors = 텐서 { $count ->
       *[other] { $count }개
    }
tensors-shown = { $all }개 중 { $shown }개
group-numbers = 원소 { $count ->
       *[other] { $numbers }개
    }
finding = 통계: { $all }개 중 { $found }개
    .progress = 구한 통계
search = 검색
    .example = weight 768
order = 텐서의 배열
    .list = 목록
    .tree = 트리
shared = 공유
    .title = 다른 텐서와 같은 숫자를 함께 씁니다
not-read = 읽지 않음

## 텐서 하나

tensor = { $type }, { $shape }, { $size }
tensor-twins = 같은 숫자를 함께 쓰는 텐서: { $tensors }.
tensor-save-npy = .npy로 저장
tensor-save-csv = CSV로 저장
spread = 값의 분포
    .counting = 세는 중 …
    .empty = 유한한 값이 없습니다.
    .name = { $from }부터 { $to }까지의 히스토그램, 막대 { $bars ->
       *[other] { $bars }개
    }. { $peak } 부근의 가장 긴 막대에 든 원소: { $most }개
    .bar = { $from }부터 { $to }까지: { $count }
    .most = 막대 하나에 최대 { $count }개

## 텐서 슬라이스의 그림

slice = 슬라이스
    .how = 셀을 가리키거나 누르거나 화살표 키를 쓰세요.
slice-name = { $title }, { $rows } × { $columns }, 색은 { $from }부터 { $to }까지. 화살표 키로 커서를 옮기고 +와 −로 확대, 축소, 0으로
    전체를 봅니다.
slice-shown = { $rows } × { $columns } 표시
    .steps = { $rows } × { $columns } 표시: 행은 { $row }개마다, 열은 { $column }개마다 하나. 확대하면 모두 보입니다
slice-rows = 행
slice-columns = 열
slice-axis = 축 { $axis } ({ $size })
    .at = 축 { $axis } 위치
    .at-name = 축 { $axis }의 인덱스, 0부터 { $last }까지

## 모델의 헤드

head = 레이어 { $layer }, 헤드 { $head }
    .cell = 레이어 { $layer }, 헤드 { $head }:
head-corner = 레이어 \ 헤드
layer = 레이어 { $layer }: { $name }
own = { $method }이(가) 위치에 대해 학습한 것
    .curve = j − i별, 문장 속 단어 간 거리까지. 파선: 시작 값
    .whole = 레이어의 가중치: 저마다의 제곱평균제곱근
    .panel = 다른 방법이 학습한 것
    .about = 방법이 따로 갖는 숫자를 학습된 값과 시작 값으로 나란히 봅니다.
learned = 헤드가 학습한 것
    .about = w가 0보다 작으면 가까운 단어를, 크면 먼 단어를 선호하고, v는 그 강도의 한계를 정합니다. 낮은 값부터 놓았습니다. Wu et al.
        2021의 Figs. 6, 7((a) w, (b) v)은 높은 값부터입니다.
    .about-w = w가 0보다 작으면 가까운 단어를, 크면 먼 단어를 선호합니다. 이 매핑에는 v가 없습니다. 낮은 값부터 놓았습니다. Wu et al.
        2021의 Fig. 6((a) w)은 높은 값부터입니다.
    .caption = 헤드별 <i>{ $symbol }</i>, 낮은 값부터. 고리는 시작값
    .caption-no-start = 헤드별 <i>{ $symbol }</i>, 낮은 값부터. 시작값은 저장되어 있지 않음
    .near = 근거리: 0 미만
    .flat = 평탄: 0
    .far = 원거리: 0 초과
    .not-drawn = 유한한 수가 아니어서 그리지 않음: { $numbers }.
    .of-head = 헤드 { $head }의 { $symbol }({ $number })
    .of-start = 헤드 { $head }의 { $symbol } 시작값({ $number })
map = 근거리와 원거리
    .by-coefficient = 타일 하나가 헤드 하나와 그 w입니다. 보라 ▸◂는 가까운 단어를, 초록 ◂▸는 먼 단어를 선호하고, ―는 어느 쪽도 아닙니다(열 토큰 떨어진 곳의 계수로 정합니다). 하나를 고르면 얼마나 멀리 보는지 나옵니다.
    .by-sign = 타일 하나가 헤드 하나와 그 w입니다. 보라 ▸◂는 가까운 단어를, 초록 ◂▸는 먼 단어를 선호하고, ―는 어느 쪽도 아닙니다. 어느 매핑으로 학습했는지 파일에 없어 w의 부호로만 정합니다. 하나를 고르세요.
    .name = 모든 헤드의 w, 근거리인지 원거리인지
    .near = 가까운 것부터
    .far = 먼 것은 끝에
    .narrow = 좁은 것부터
    .wide = 넓은 것은 끝에
lean = { $favours }.
    .near = 이 헤드의 w는 가까운 단어를 선호합니다
    .far = 이 헤드의 w는 먼 단어를 선호합니다
    .flat = 이 헤드의 w는 가까운 단어도 먼 단어도 선호하지 않습니다
    .looks = { $favours }. 문장에서는 평균 { $distance }토큰 거리를 봅니다 (균등: { $even }).
scatter = 헤드 { $heads ->
       *[other] { $heads }개
    }의 w와 v: 근거리 { $near }, 원거리 { $far }, 평탄 { $flat }
    .caption = 각 헤드의 <i>w</i>와 <i>v</i>; 선은 시작값에서 이어집니다.
    .point = 레이어 { $layer }, 헤드 { $head }: w { $w }, v { $v }
coefficients = 레이어 { $layer }, 헤드 { $head }의 계수
    .about = 토큰 { $tokens }개 사이의 f(w·R; v). 모델을 학습한 매핑({ $mapping })을 씁니다.
    .none = 어떤 매핑으로 학습했는지 어느 파일에도 없어 계수를 그리지 않았습니다. 위의 “{ by-hand }”에서 정하세요.
    .learned = 학습값
    .start = 시작값
    .says = w = { $w }, v = { $v }: 거리 0에서 { $at-0 }, 1에서 { $at-1 }, 5에서 { $at-5 }, 20에서 { $at-20 }
    .says-w = w = { $w }: 거리 0에서 { $at-0 }, 1에서 { $at-1 }, 5에서 { $at-5 }, 20에서 { $at-20 }
    .name = { $title }: { $says }

## w와 v가 없는 모델의 헤드, 문장에서 잰 것

measured = 헤드마다 보는 곳
    .about = 이 모델은 w와 v를 쓰지 않습니다. “{ view-run }” 탭의 문장에서 재어 토큰에 대해 평균했습니다.
    .name = 이 문장에서 헤드마다 보는 곳
    .cannot = 헤드를 잴 수 없습니다: { $why }
    .running = 문장을 실행하는 중 …
measure = 측정값
    .distance = 평균 거리 (토큰)
    .entropy = 엔트로피 (nat)
measured-head = 레이어 { $layer }, 헤드 { $head }: 평균 거리 { $distance } 토큰, 엔트로피 { $entropy } nat, 거리 2 이내의 가중치 { $share }.
    .even = 레이어 { $layer }, 헤드 { $head }: 평균 거리 { $distance } 토큰, 엔트로피 { $entropy } nat, 거리 2 이내의 가중치 { $share }.
        가중치가 거의 고르게 퍼져 있습니다.
measured-on = “{ $sentence }”에서 잰 값입니다.
    .unknown = “{ $sentence }”에서 잰 값입니다. 모델이 모르는 토큰: { $tokens ->
       *[other] { $tokens }개
    } 중 { $unknown }개.
    .masked = 페이지의 인과 마스크를 적용했습니다.

## 실행하지 않는 모델에서 저장된 그대로의 쿼리와 키

projections = 헤드의 쿼리와 키
    .about = 저장된 숫자이며 실행한 것은 없습니다. 행은 헤드의 쿼리나 키의 숫자 하나를 만들고, 열은 레이어 입력의 숫자 하나를 읽습니다.
        각 셀에는 헤드가 읽는 키의 이름이 있습니다.
    .grid = 헤드와 각 헤드가 읽는 키
    .query = 쿼리
    .key = 키
    .nothing = 열린 것이 없습니다

## 링크가 요구하는 것

link-odd = 링크의 일부를 이해하지 못해 뺐습니다: { $parts }.
link-no-tensor = 링크의 텐서 { $found }이(가) 파일에 없어서 { $shown }을(를) 보여 줍니다.
link-no-head = 링크의 레이어 { $layer } 헤드 { $head }이(가) 모델에 없어서 처음에 보이는 헤드를 보여 줍니다.
link-no-laid = 링크가 모델에 없는 헤드의 w와 v를 바꾸므로 그 부분은 뺐습니다.

## 경고

warnings = 주의할 점
    .look = 모든 원소 확인
    .looking = 모든 원소를 확인하는 중
    .none = 없음: NaN이나 무한대인 원소, 모두 0인 헤드, 두 번 저장된 것이 없습니다.
    .even = { $count ->
       *[other] ⚠ 헤드 { $number }개는 “{ view-run }”의 문장에서 가중치가 거의 고르게 퍼져 있습니다({ $heads }).
    }
    .even-layer = 레이어 { $layer }: { $heads }

## 문장

cannot-run = 이 파일은 순전파를 하지 않습니다: { $why }. 텐서와 헤드는 다른 탭에 있습니다. 어느 파일에도 적혀 있지 않은 것은 위의
    “{ by-hand }”에서 정할 수 있습니다.
assumed =
    .about = <b>저장되지 않아 가정한 것:</b> 모두 맞을 때만 그림이 이 모델을 올바로 보여 줍니다. 다른 것은 위의 “{ by-hand }”에서 정할 수 있습니다.
        config.json을 모델과 함께 놓으면 대부분 알 수 있습니다.
sentence = 문장
    .label = 문장 (실험실의 문장)
    .most = (최대 { $most }토큰 실행)
    .numbers = 토큰 번호, 최대 { $most }개
tokens-words = 토큰은 이 프로젝트 모델의 단어입니다. 모델의 벡터를 쓰고, 없으면 페이지의 벡터 표를 씁니다. 괄호 안의 단어는 벡터가 없어
    철자로 만들었습니다.
tokens-pieces = 토큰은 { $file }의 것입니다 ({ $says }).
tokens-ids = 토크나이저가 없어 위 번호를 토큰으로 씁니다. 문장을 입력하려면 tokenizer.json이나 vocab.txt를 끌어다 놓으세요.
tokenizer = { $kind }, 어휘 { $pieces ->
       *[other] { $pieces }개
    }
    .drop = 토크나이저 없이 계속
    .gone = 토크나이저가 { $why }.
    .ended = 토크나이저가 { $why }. 다시 입력하세요.
tokens-cut = 처음 토큰 { $most }개만 실행합니다. { $cut ->
       *[other] { $cut }개는 제외했습니다.
    }
ran = 토큰 { $tokens ->
       *[other] { $tokens }개
    }, 레이어 { $layers ->
       *[other] { $layers }개
    }, { $ms } ms.
    .causal = 토큰 { $tokens ->
       *[other] { $tokens }개
    }, 레이어 { $layers ->
       *[other] { $layers }개
    }, { $ms } ms, 페이지의 인과 마스크 사용.

## 헤드와 가중치

run-heads = { view-heads }
    .about = 아래 숫자는 주목한 토큰까지의 평균 거리(토큰)입니다. ●는 재조정한 헤드입니다.
    .name = 모든 헤드의 어텐션
    .distance = 평균 거리
    .rescaled = 재조정됨
which = 표시할 가중치
    .before = 전
    .after = 후
    .difference = 차이
weights = 레이어 { $layer }, 헤드 { $head }의 어텐션 가중치. 행은 주목하는 토큰, 열은 주목받는 토큰. 화살표 키로 커서를 옮깁니다.
    .how = 각 행은 주목하는 토큰입니다. 셀을 가리키거나 누르거나 화살표 키를 쓰세요.
    .unit-difference = 주황: 후가 큼, 파랑: 후가 작음
    .cell = { $pair }, 가중치: { $value }
    .cell-rescaled = { $pair }, 재조정한 가중치: { $value }
    .cell-difference = { $pair }, 후 − 전: { $value }

## 헤드에 덧씌우는 w와 v

knobs = 거리 덧씌우기
    .reach = 적용 대상
    .w-hint = 근거리 < 0 < 원거리
    .v-hint = 강도
    .own = 학습된 값: w = { $w }, v = { $v }.
    .own-w = 학습된 값: w = { $w }.
    .none = 이 헤드는 w와 v 없이 학습되었습니다. 움직이면 점수에 거리가 덧씌워집니다.
    .restore = 이 헤드 되돌리기
    .restore-all = 모두 되돌리기
    .timing = { $ms } ms 만에 재조정했습니다.
cosines = 최종 은닉 상태: 전과의 코사인
    .none = 헤드의 w나 v를 움직이면 각 토큰의 최종 은닉 상태가 원래에서 얼마나 돌아갔는지 여기에 나옵니다(둘의 코사인, 1이면 그대로).
    .about = 막대: 각 토큰의 상태가 돌아간 정도, 가장 많이 돌아간 것을 기준으로. 숫자: 코사인, 1이면 그대로.

## 적용할 헤드

reach-head = 이 헤드
reach-layer = 이 레이어의 모든 헤드
reach-all = 모델의 모든 헤드

## 거리의 법칙

view-laws = 거리의 법칙
laws-about = 모델의 모든 헤드에 대해, 거리에 따라 어디를 보는지, 모델의 위치 정보가 그것을 어떻게 바꾸는지, 어떤 거리의 법칙이 그것을
    설명하는지 잽니다. 문장마다 두 번 실행하는데, 한 번은 <b>위치 정보를 끕니다</b>. 두 결과의 발산으로 위치 정보가 하는 일을 잽니다. 법칙은 문장
    절반에 맞추고 나머지 절반으로 판정합니다.
laws-text = 문장, 한 줄에 하나씩({ $least }~{ $most }토큰, 그 밖의 문장은 뺍니다)
laws-file = 또는 텍스트 파일
laws-count = 문장 수 상한
laws-seed = 구간의 시드
laws-start = 재기
laws-stop = 멈춤
laws-sentences = 문장 실행 중: { $of }개 중 { $done }개.
laws-heads = 법칙 맞추는 중: 헤드 { $of ->
       *[other] { $of }개
    } 중 { $done }개.
laws-silenced = 끈 것: { $what }.
laws-no-positions = 이 모델에는 위치 정보가 없어 끌 것이 없습니다.
laws-few = { $count ->
       *[other] { $least }~{ $most }토큰인 문장이 { $count }개입니다. 하나는 맞추고 하나는 판정하도록 둘 이상 필요합니다.
    }
laws-tokenizer = 문장을 쓰려면 모델의 토크나이저가 필요합니다. 먼저 tokenizer.json이나 vocab.txt를 이 화면에 끌어다 놓으세요.
laws-ended = 재는 프로그램이 끝났습니다. “재기”를 다시 누르세요.
laws-found = 위치 정보가 하는 일
laws-save = JSON으로 저장
laws-words = 헤드 { $heads ->
       *[other] { $heads }개
    }와, 법칙을 맞추는 데 쓰지 않은 문장 { $sentences }개에서 위치 정보를 끄면 <b>{ $kl } nats</b>가 달라집니다. 그중 거리 |j − i|마다 따로 둔 수를 점수에 더하면 <b>{ $distance }</b>,
    방향을 아는 오프셋 j − i마다 따로 둔 수로는 <b>{ $offset }</b>를 설명합니다. 가장 좋은 거리 인식 법칙({ $law })은 { $da }를 설명합니다. 이 법칙은 더하는 수와 달리 점수를 자르고 곱할 수 있습니다.
laws-direction = 따라서 방향은 거리마다 따로 둔 수보다 값어치가 큽니다.
laws-no-direction = 이 문장들로는 방향이 거리보다 값어치가 큰지 알 수 없습니다.
laws-dots = 헤드마다 점 하나: 가로는 |j − i|로, 세로는 j − i로 설명되는 몫
laws-dots-about = 헤드마다 점 하나이며, 위치 정보가 하는 일이 클수록 큽니다. 가로는 |j − i|마다, 세로는 j − i마다 따로 둔 수가 설명하는 몫입니다. 선 위에서는
    방향이 아무것도 더하지 않습니다. 점을 클릭하거나 표에서 헤드를 고르세요.
laws-profile = j − i별 평균 어텐션, 95 % 구간
laws-bars-about = 거리 인식 헤드로 본 헤드: w와 v를 각각 크기순으로. 흐린 것은 그런 법칙이 헤드의 10 %도 설명하지 못하는 경우입니다.
laws-back = 자기 앞
laws-ahead = 자기 뒤
laws-itself = 자기 자신
laws-first = 첫 토큰
laws-separators = 구분 토큰
laws-head-positions = 위치 정보는 이 헤드를 { $kl } nats만큼 바꿉니다.
laws-of-head = 이 헤드의 법칙
laws-of-head-about = 각 법칙은 위치를 뺀 헤드의 점수를 바꿉니다. 설명하는 몫은 위치의 효과 가운데 법칙이 되살리는 비율이며, 괄호 안은 문장에 대한 95 % 구간입니다.
laws-law = 법칙
laws-explains = 설명하는 몫 [95 %]
laws-numbers = 수
laws-many = 수 { $count }개
laws-at-bound = (찾는 범위의 끝)
laws-best = 최선
laws-run = 문장에서 보기
laws-all-heads = 모든 헤드
laws-all-heads-about = 위치 정보: KL 발산, 단위는 nats. |j − i|와 j − i: 각각 따로 둔 수를 점수에 더해 설명하는 몫. 구간은 문장에 대한 95 %.
laws-column-head = 헤드
laws-column-positions = 위치 정보
laws-column-best = 최선의 법칙
laws-column-da = DA 헤드로서
laws-means = 모든 헤드를 함께
laws-column-silenced = 위치 정보 끔
laws-column-left = 남은 nats
laws-column-best-of = 최선인 헤드 수
