### 메뉴와 버튼의 선택지

## 화면 이름

room-lab = 실험실
room-curves = 곡선
room-compare = 비교
room-train = 학습
room-inspect = 검사
room-learn = 배우기

## 모델

model-sst2-da = 영화 리뷰 (SST-2), DA
model-sst2-vanilla = 영화 리뷰 (SST-2), 바닐라
model-agnews-da = 뉴스 주제 (AG News), DA
model-agnews-vanilla = 뉴스 주제 (AG News), 바닐라
model-untrained = 미학습 투영
model-opened = 열린 체크포인트
model-file-1 = 열린 파일 1
model-file-2 = 열린 파일 2
model-file-3 = 열린 파일 3
model-file-4 = 열린 파일 4

## A − B 중 표시할 것

difference-both = ReLU와 거리의 효과
difference-clipping = ReLU 효과
difference-distance = 거리 효과

## 그리는 방식

view-heatmap = 히트맵
view-lines = 선
view-heads = 여러 헤드

## 색 범위

range-common = A, B 공통 범위
range-own = 각각의 범위

## 컬러맵

colours-cividis = Cividis
colours-viridis = Viridis

## 곡선의 가로축

axis-tokens = 토큰
axis-x = x = w·R

## 준비된 w와 v

preset-near-mild = 근거리, 약
    .title = Fig. 2 (b): w = −1, v = −1
preset-near-strong = 근거리, 강
    .title = Fig. 2 (d): w = −1, v = 1
preset-far-mild = 원거리, 약
    .title = Fig. 2 (a): w = 1, v = −1
preset-far-strong = 원거리, 강
    .title = Fig. 2 (c): w = 1, v = 1
preset-half-half = 근거리 반, 원거리 반
    .title = 모든 헤드: 앞쪽 절반은 근거리, 뒤쪽 절반은 원거리
preset-flat = 모두 평탄
    .title = 모든 헤드: w = 0, 선호 없음

## 언어. 각 언어는 자기 이름으로 적는다

language-browser = 브라우저 언어

theme-system = 시스템에 맞춤
theme-light = 밝게
theme-dark = 어둡게
theme-projector = 프로젝터
