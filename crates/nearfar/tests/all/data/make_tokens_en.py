"""Makes tokens_en.json: sentences, and the words that the tokeniser of the training data gives.

    python3 make_tokens_en.py > tokens_en.json
"""

import itertools
import json
import re
import sys

# The tokeniser of the training data: one expression, its alternatives in this order.
TOKEN = re.compile(
    r"n't\b"
    r"|'(?:s|re|ve|ll|d|m)\b"
    r"|[a-z]+(?=n't\b)"
    r"|(?:[a-z]\.){2,}"
    r"|[a-z0-9à-ÿ]+(?:[-&/.][a-z0-9à-ÿ]+)*"
    r"|\.\.\."
    r"|--"
    r"|[^\sa-z0-9]"
)
NUMBER = re.compile(r"^[\d.,/-]*\d[\d.,/-]*$")


def words(text):
    text = text.lower()
    for typed, plain in [("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("``", '"'), ("''", '"')]:
        text = text.replace(typed, plain)
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    text = text.replace("-lrb-", "(").replace("-rrb-", ")")
    return ["<num>" if NUMBER.match(word) else word for word in TOKEN.findall(text)]


SENTENCES = """
The attention of a head fades with distance.
Distance-aware attention is a small change to a large model.
It doesn't work , don't you think ?
I can't see why she won't come; he wouldn't, shouldn't and couldn't.
They're late, we've waited, you'll see, she'd gone, I'm here and it's fine.
THEY'RE SHOUTING, WE'VE HEARD, IT'S LOUD, DON'T STOP.
The boys' coats and the girl's hat were the teacher's.
The dog''s bark was 'quoted' twice.
James's bike isn't James' only bike.
Rock 'n' roll, y'all, o'clock, ma'am, ne'er-do-well.
'Tis the season; 'twas the night; get 'em.
He said, "It's over," and she said, "No, it isn't."
He said, “It’s over,” and she said, ‘No, it isn’t.’
`` The film '' , he wrote , `` is n't bad . ''
A ` single back-tick and a ''' triple quote and a ```` fourfold one.
‘’ and ’‘ and '’ and ’' and “” and ”“ stand alone.
n't
n't n'ts an't n'té n't_ n't-x n't.
an't don't-care isn'ts
mustn't've shouldn't've y'all'd've
cann't and cannn't and nn't
3don't b4n't x2n't
half-don't and half.don't and éden't
's 're 've 'll 'd 'm
'sa 'res 'vet 'lly 'da 'ma
's_ 'd_ 'm2 's. 's-x 'll/x
it's_late and it's-late and it's.late
U.S. troops and the U.K. government met in D.C. at noon.
The U.S.A. and U.S.-made goods, u.s.a and u.s
e.g. this, i.e. that, a.k.a. the other, p.m. and a.m.
A. Smith and J.R.R. Tolkien and J. R. R. Tolkien
a.b a.b. a.b.c a.b.c. ab.c. a.bc.
Dr. Who, Mr. X., Mrs. Y. and St. Z.
x.é. é.x. a.1. 1.a.
In 1999, 1,000 people paid $36.50 for 3/4 of 10-12 shares.
1,000,000 and 1,0000 and 1,00 and 1,000,00 and 12,345.67
,000 1, 000 a,000 a1,000 1,000a 1,000th 1,000-2,000
1,2,3 and 1,234,5 and 1,,000 and 1.,000
2.5% of 100% is 2.5, and -5 is below 0.
3-d films, 4x4 cars, 90s music, 7th heaven, b2b deals.
9/11 and 24/7 and 1/2 and 10/12/2004 and 10-12-2004 and 10.12.2004
1-800-555-0100 or 555.0100 or 555/0100 or 555&0100
$1,000 and €1,000 and £1,000 and 1,000¥
-5 --5 ---5 5- 5-- 5/ /5 .5 5.
at&t and r&b and q&a and a & b and a&&b and &c
and/or he/she 1/x //x x// a/b/c a//b
half-baked state-of-the-art - x- -x x--y x---y
end.Start of a sentence.And another
www.example.org and user@example.org and https://example.org/a-b?c=d&e=f#g
version 2.0.1-beta.3 of lib_name::Type<T>
snake_case and _private and __init__ and a_1
Wait... what.... is.. this..... now?
Wait…what … is this?
Wait -- what --- is---this ----- now?
An em dash — here—and an en dash – there–too.
-lrb- Reuters -rrb- reports that -LRB- sic -RRB- it fell.
-lrb-x-rrb- x-lrb-y-rrb-z -lrb-lrb- -rrb-lrb- -lrb-rrb- -rrb-rrb- --lrb-
-lrb -rrb lrb- rrb- lrb rrb -l-rb-
(parentheses) [brackets] {braces} <angles>
!? !! ?? ?! ... !!! ,,, ;;; :::
:-) :( ;-) <3 ^_^ \\o/
# hash, @ at, % per cent, ^ caret, * star, + plus, = equals, | bar, ~ tilde, \\ backslash, ` back-tick
crème brûlée, café au lait, naïve façade, jalapeño, smörgåsbord
CRÈME BRÛLÉE, CAFÉ, NAÏVE, ÀÉÎÕÜ Þ Ð Æ Ø Å
déjà-vu vis-à-vis tête-à-tête coup d'état l'été
Beyoncé's voice isn't Céline's; Zoë'd know, René'll come.
6×7 6 × 7 a×b and ½ cup, m² and m³, 20°C, ±5, µm, 1º 2ª
¿Qué? ¡Hola! «oui» „ja“ ‚nein‘ ‹si›
© 2004 ® ™ § ¶ † ‡ •
non\u00a0breaking\u2009thin\u3000wide spaces
tabs\tand  double   spaces
 leading and trailing 
.
'
"
-
a
I
é
0
...
--
''
``
-lrb-
n't.
The film is a film of the film's film.
The more I read, the less I know; the less I know, the more I read.
Nothing in the plot surprised me, yet nothing in it bored me either.
Not good, not bad, not even memorable.
A slow, warm, generous story about two brothers who don't speak.
I have rarely laughed so hard at a film that wasn't a comedy.
If you've seen one, you've seen them all -- or so they'd like you to think.
Oil prices rose 3.2% to $48.10 a barrel on Tuesday, the 10th rise in 12 days.
The company said it'd cut 1,200 jobs, about 5% of its 24,000 workers.
A man in a red shirt is riding a bicycle past two dogs.
Nobody is outside, and the street's empty.
The battery died after 3 weeks; I'd not buy it again.
5 stars!!!! Best. Blender. Ever.
Works as advertised (mostly), but the manual is a joke :-(
The 2nd edition, pp. 10-12, isn't the 1st.
Q: Who's there? A: It's me.
It was the 1970s; rock'n'roll wasn't dead yet.
Re-read the co-op's by-laws before the by-election.
She's a 30-year-old, 5'10", left-handed pitcher.
He ran the 100m in 9.8s, the 200m in 19.9s.
From 9 a.m. to 5 p.m. the U.N. Security Council met.
C++, C#, F# and .NET aren't words, are they?
rock&roll at 8:30, gate B-12, row 7/8, seat 12a
The i's and the t's; the 1990's; the CEO's.
don't Don't DON'T dOn'T don`t don´t don′t
can not cannot can 't can' t ca n't
I'M I'm i'm I'd've I'll've
'' 's '' 's''s ''s'
a'b a''b a'''b a''''b
a"b a""b "a" ""a""
K2 and \u212a2: the Kelvin sign is a k in lower case.
""".strip("\n").split("\n")

SUBJECTS = ["The critic's cat", "A U.S. film", "She", "Half-baked AT&T ads", "My 3 brothers", "“Café” owners"]
VERBS = ["isn't", "wouldn't like", "'ll love", "paid $1,000 for", "-- well -- saw", "has/had"]
OBJECTS = ["the 1990s...", "a.k.a. nothing.", "(or -lrb- so -rrb-) 2.5%!", "what they've ``got''", "R&B, e.g. naïve ones?"]


def composed():
    for subject, verb, object_ in itertools.product(SUBJECTS, VERBS, OBJECTS):
        yield f"{subject} {verb} {object_}"
    # Every two pieces that the alternatives of the expression could fight over, glued.
    pieces = ["n't", "'s", "''", "u.s.", "ab", "7", "1,000", "é", "-", "--", ".", "...", "-lrb-", "&", "_", "“", "’"]
    for first, second in itertools.product(pieces, pieces):
        yield f"do{first}{second} {first}{second}x"


def main():
    sentences = list(dict.fromkeys([*SENTENCES, *composed()]))
    rows = (json.dumps({"text": text, "words": words(text)}, ensure_ascii=False) for text in sentences)
    sys.stdout.write("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
