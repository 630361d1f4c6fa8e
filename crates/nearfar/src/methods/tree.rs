//! Distances and ways in a dependency tree, and their labels for an embedding table (thesis on
//! structured attentional bias, section "Structured Attentional Bias"). Words and relations are
//! `text::dependency`'s; here are only nodes.

use std::fmt::{self, Write};

use ndarray::Array2;

/// Why heads are no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// There is no node.
    #[error("the tree has no node: at least ROOT is needed")]
    Empty,
    /// A node is attached to one that does not exist.
    #[error("node {node} is attached to node {found}, but there are {nodes} nodes")]
    OutOfRange {
        /// Which node, 0 is ROOT.
        node: usize,
        /// What it is attached to.
        found: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// ROOT is attached to something, or another node to nothing.
    #[error("node {node} must {rule}")]
    Root {
        /// Which node, 0 is ROOT.
        node: usize,
        /// What is asked of it.
        rule: &'static str,
    },
    /// A node is its own ancestor.
    #[error("node {node} is its own ancestor")]
    Cycle {
        /// A node of the cycle.
        node: usize,
    },
}

/// A tree over ROOT (node 0) and n tokens (nodes 1 to n, in the order of the sentence). Several tokens
/// may be attached to ROOT.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    /// The node that each node is attached to, `[n + 1]`; ROOT's own entry is 0 and is not used.
    parent: Vec<usize>,
    /// Every node but ROOT, parents before children.
    order: Vec<usize>,
}

impl Tree {
    /// From the head of every token, counted from 1; 0 is ROOT.
    ///
    /// # Errors
    /// Where a head does not exist, or a token is its own ancestor.
    pub fn of_tokens(heads: &[usize]) -> Result<Self, TreeError> {
        let parents: Vec<Option<usize>> =
            std::iter::once(None).chain(heads.iter().map(|&head| Some(head))).collect();
        Self::new(&parents)
    }

    /// From the parent of every node; ROOT, node 0, has none.
    ///
    /// # Errors
    /// Where ROOT has a parent, another node has none or one that does not exist, or a node is its
    /// own ancestor.
    pub fn new(parents: &[Option<usize>]) -> Result<Self, TreeError> {
        let nodes = parents.len();
        match parents.first() {
            None => return Err(TreeError::Empty),
            Some(Some(_)) => {
                return Err(TreeError::Root { node: 0, rule: "have no parent: it is ROOT" });
            }
            Some(None) => {}
        }
        let mut parent = vec![0; nodes];
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes];
        for (node, head) in parents.iter().enumerate().skip(1) {
            let Some(found) = *head else {
                return Err(TreeError::Root { node, rule: "have a parent: only ROOT has none" });
            };
            let Some(siblings) = children.get_mut(found) else {
                return Err(TreeError::OutOfRange { node, found, nodes });
            };
            siblings.push(node);
            parent[node] = found;
        }
        // Level by level from ROOT; what is not met is its own ancestor.
        let mut order = Vec::with_capacity(nodes);
        let mut level = vec![0];
        while !level.is_empty() {
            level = level.iter().flat_map(|&node| std::mem::take(&mut children[node])).collect();
            order.extend(&level);
        }
        if order.len() + 1 < nodes {
            let mut met = vec![false; nodes];
            order.iter().for_each(|&node| met[node] = true);
            // From any node that was not met, n steps up end within the cycle.
            let lost = (1..nodes).find(|&node| !met[node]).unwrap_or(1);
            let node = (0..nodes).fold(lost, |node, _| parent[node]);
            return Err(TreeError::Cycle { node });
        }
        Ok(Tree { parent, order })
    }

    /// The number of nodes, ROOT among them.
    pub fn nodes(&self) -> usize {
        self.parent.len()
    }

    /// n, the number of tokens.
    pub fn tokens(&self) -> usize {
        self.parent.len() - 1
    }

    /// The node that a node is attached to; `None` for ROOT.
    pub fn parent(&self, node: usize) -> Option<usize> {
        if node == 0 { None } else { self.parent.get(node).copied() }
    }

    /// The nodes on the way from one node to another, both among them; empty where one does not exist.
    pub fn path(&self, from: usize, to: usize) -> Vec<usize> {
        if from.max(to) >= self.nodes() {
            return Vec::new();
        }
        let above = |node| std::iter::successors(Some(node), |&node| self.parent(node));
        let up: Vec<usize> = above(from).collect();
        // ROOT is above every node, so there is a turning point.
        let mut down: Vec<usize> = above(to).take_while(|node| !up.contains(node)).collect();
        let turn = down.last().map_or(Some(to), |&node| self.parent(node));
        let mut path: Vec<usize> =
            up.iter().copied().take_while(|&node| Some(node) != turn).collect();
        path.extend(turn);
        down.reverse();
        path.extend(down);
        path
    }

    /// The way from every node to every node, `[n + 1, n + 1]`. Time and space n².
    pub fn ways(&self) -> Array2<TreePath> {
        let nodes = self.nodes();
        let mut ways = Array2::from_elem((nodes, nodes), TreePath::default());
        let mut steps_up = vec![None; nodes];
        // Which child of the turning point the way goes down by.
        let mut branch = vec![0; nodes];
        for start in 0..nodes {
            let above = std::iter::successors(Some(start), |&node| self.parent(node));
            for (up, node) in above.enumerate() {
                steps_up[node] = Some(up);
            }
            for node in std::iter::once(0).chain(self.order.iter().copied()) {
                let way = match steps_up[node].take() {
                    Some(up) => TreePath { up, down: 0, sibling: None },
                    None => {
                        let parent = self.parent[node];
                        let before: TreePath = ways[[start, parent]];
                        branch[node] = if before.down == 0 { node } else { branch[parent] };
                        let side = if branch[node] < start { Side::Left } else { Side::Right };
                        let sibling = (before.up == 1).then_some(side);
                        TreePath { up: before.up, down: before.down + 1, sibling }
                    }
                };
                ways[[start, node]] = way;
            }
        }
        ways
    }

    /// [`Tree::ways`] between tokens alone, `[n, n]`.
    pub fn token_ways(&self) -> Array2<TreePath> {
        self.ways().slice(ndarray::s![1.., 1..]).to_owned()
    }
}

/// Left or right in the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `L`.
    Left,
    /// `R`.
    Right,
}

impl Side {
    /// How it is written.
    fn letter(self) -> char {
        match self {
            Side::Left => 'L',
            Side::Right => 'R',
        }
    }
}

/// The shortest way from one node of a tree to another: up, then down. Written as the thesis does: `U`
/// for each step up, `D` for each step down; `L` or `R` in the place of the first `UD` where that leads
/// to a sibling of the start, by its side of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TreePath {
    /// Steps up.
    pub up: usize,
    /// Steps down.
    pub down: usize,
    /// Set where the way leads through a sibling of its start: on which side it stands.
    pub sibling: Option<Side>,
}

/// The name of what is too far or too long, as the thesis writes it.
pub const OUT_OF_VOCABULARY: &str = "<OOV>";

impl TreePath {
    /// The tree distance: the number of edges. Symmetric.
    pub fn distance(self) -> usize {
        self.up + self.down
    }

    /// The length of the traversal in characters: one less than the distance through a sibling.
    pub fn characters(self) -> usize {
        self.distance() - usize::from(self.sibling.is_some())
    }

    /// The traversal's first `length` characters; another reading of the largest length.
    pub fn prefix(self, length: usize) -> String {
        self.to_string().chars().take(length).collect()
    }

    /// The traversal, with steps that repeat more than three times as a number: `U5D`, `LD4`.
    pub fn in_runs(self) -> String {
        let run = |step: char, count: usize| match count {
            0..=3 => step.to_string().repeat(count),
            _ => format!("{step}{count}"),
        };
        match self.sibling {
            Some(side) => format!("{}{}", side.letter(), run('D', self.down - 1)),
            None => run('U', self.up) + &run('D', self.down),
        }
    }

    /// The label of the tree distance with at most `longest` edges: the distance, or `longest` + 1
    /// for all that is farther. A table has `longest` + 2 rows.
    pub fn distance_label(self, longest: usize) -> usize {
        self.distance().min(longest + 1)
    }

    /// The label of the traversal with at most `longest` characters: its place in
    /// [`traversal_vocabulary`], whose last entry is for all that is longer.
    pub fn traversal_label(self, longest: usize) -> usize {
        if self.characters() > longest {
            return traversal_table_rows(longest) - 1;
        }
        // Of each length l: U^l … D^l without U D^(l-1), l of them; of length 1 two.
        let first = |length: usize| if length < 2 { length } else { 2 + length * (length - 1) / 2 };
        let siblings = first(longest + 1);
        match (self.sibling, self.up) {
            (Some(Side::Left), _) => siblings + self.down - 1,
            (Some(Side::Right), _) => siblings + longest + self.down - 1,
            (None, 0) if self.down > 1 => first(self.down) + self.down - 1,
            (None, _) => first(self.distance()) + self.down,
        }
    }
}

impl fmt::Display for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (up, down) = match self.sibling {
            Some(side) => {
                f.write_char(side.letter())?;
                (0, self.down - 1)
            }
            None => (self.up, self.down),
        };
        (0..up).try_for_each(|_| f.write_str("U"))?;
        (0..down).try_for_each(|_| f.write_str("D"))
    }
}

/// The rows of a table of traversals of at most m characters: (m+1)(m+2)/2 of U*D*, less the m-1 that
/// cannot occur (U before D is a sibling), 2m of siblings, one for all that is longer.
pub fn traversal_table_rows(longest: usize) -> usize {
    // m = 0: the empty way and what is longer.
    if longest == 0 { 2 } else { (longest + 1) * (longest + 2) / 2 + longest + 2 }
}

/// Every traversal of at most `longest` characters, in the order of [`TreePath::traversal_label`]; the last
/// is [`OUT_OF_VOCABULARY`].
pub fn traversal_vocabulary(longest: usize) -> Vec<String> {
    let mut names = Vec::new();
    for length in 0..=longest {
        let ways = (0..=length).map(|down| TreePath { up: length - down, down, sibling: None });
        // A single step up and then down is a sibling.
        names.extend(ways.filter(|way| way.up != 1 || way.down == 0).map(|way| way.to_string()));
    }
    for side in [Side::Left, Side::Right] {
        let ways = (1..=longest).map(|down| TreePath { up: 1, down, sibling: Some(side) });
        names.extend(ways.map(|way| way.to_string()));
    }
    names.push(OUT_OF_VOCABULARY.to_owned());
    names
}

/// The names of the distance labels: `0` to `longest`, then [`OUT_OF_VOCABULARY`].
pub fn distance_vocabulary(longest: usize) -> Vec<String> {
    (0..=longest).map(|d| d.to_string()).chain([OUT_OF_VOCABULARY.to_owned()]).collect()
}
