## 텍스트를 여럿 읽는 모델의 답 옆에 놓이는 글

texts-pair = 이 모델은 텍스트 두 개를 읽습니다. 그림은 그중 하나를 보여 줍니다.
texts-document = 이 모델은 문서의 문장들을 읽습니다. 그림은 그중 하나를 보여 줍니다.
text = 텍스트 { $place } / { $count }
text-shown = 위에 표시 중
text-show = 어텐션 보기
text-show-title = 텍스트 { $place }의 어텐션을 표시합니다
text-remove = 텍스트 { $place } 삭제
text-add = 문장 추가
text-add-full = 문장은 { $most }개까지입니다. 더하려면 하나를 지우세요.
text-placeholder = 다른 문장을 입력하세요
lacks-text = 이 모델은 텍스트 두 개를 읽습니다. 아래에 나머지 하나를 입력하세요.
