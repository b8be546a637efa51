/** Words for generated titles, names and sentences. */
export const ADJECTIVES =
  'quiet restless golden broken patient hidden narrow endless brittle slanted drifting folded hollow silver sudden tidal twisted uneven velvet wandering weightless bright frozen gentle liquid luminous mirrored nested oblique paper porous radiant reluctant rotating scattered shallow slow spiral stubborn tangled trembling unbroken unseen vanishing woven'.split(
    ' ',
  );
export const NOUNS =
  'attractor ripple pendulum lattice membrane vortex spiral cascade crystal shoal orbit boundary caustic catenary cell coral curve cycloid diffusion drum eddy envelope epicycle fractal fringe front gasket gear geodesic glider graph gyroscope harmonic helix hyperbola interval knot labyrinth lens lemniscate loop manifold mesh mirror moiré murmuration node octave parabola path percolation phase plate polygon prism projection pulse rainbow random-walk resonator rhythm rosette sandpile shadow sheet shock soap-film soliton sphere spectrum spot string stripe surface swarm tessellation thread tiling torus trajectory triangle tuning-fork turbulence wave wavefront web whirlpool'.split(
    ' ',
  );
export const GERUNDS =
  'breaking circling climbing colliding counting crossing dividing drifting echoing falling folding freezing growing listening meandering measuring mixing oscillating parting pouring ringing rolling settling shearing spinning splitting spreading stretching swinging tiling tuning turning unfolding winding'.split(
    ' ',
  );
export const PLACES =
  'Antwerp Basel Bergen Bologna Boston Bremen Cambridge Cracow Dublin Edinburgh Florence Ghent Göttingen Graz Heidelberg Kyoto Leiden Lisbon London Lyon Manchester Naples Nagoya Oslo Padua Paris Pisa Porto Prague Princeton Riga Rome Salamanca Seville Sendai Siena Toulouse Trieste Tübingen Turin Uppsala Utrecht Venice Vienna Vilnius Warsaw Würzburg York Zagreb Zürich'.split(
    ' ',
  );
export const GIVEN_NAMES =
  'Ada Adelheid Agnes Aiko Albert Aleksander Alice Amalia Amir Ana Anders Anna Antoine Arthur Astrid Beatriz Bernard Camille Carl Caroline Chen Clara Daniel Dorothea Edith Eleanor Elias Elisabeth Emil Emmy Erik Esther Eugenia Farida Felix Florence Friedrich Gabriel George Giovanni Greta Hana Hannah Harriet Heinrich Helena Henri Hugo Ida Ilse Ines Ingrid Irena Isabel Jakob Jan Jane Johanna Joseph Julia Kamala Karl Katarina Kenji Laura Leonard Leopold Lise Lucia Ludwig Magdalena Marcel Margaret Maria Marius Martha Mary Mathilde Mei Mikhail Miriam Nadia Niels Nikolai Noor Olga Oskar Otto Paul Pavel Petra Philippa Rafael Rosa Ruth Samuel Sofia Stefan Sunita Susanna Tadeusz Theodor Thomas Ursula Vera Viktor Wilhelmina Yuki Zofia'.split(
    ' ',
  );
const SURNAME_PREFIXES =
  'Ahl Arn Bach Bald Bar Bell Berg Brand Brook Cast Clar Cor Dahl Dem Ebb Eck Fair Fell Fern Flem Gar Gold Gren Hald Hart Hell Hol Hul Ivers Jans Kar Kel Kern Kowal Lam Lang Lind Lock Lund Mal March Mart Mend Mor Nor Oak Ost Pel Pet Ram Rav Reich Ros Sand Sav Schön Sel Stan Stern Sund Tal Tam Thorn Ulm Val Vel Wald Wal West Win Zeller'.split(
    ' ',
  );
const SURNAME_SUFFIXES = [
  'aldi',
  'ano',
  'bach',
  'berg',
  'by',
  'den',
  'dorf',
  'eau',
  'elli',
  'enko',
  'er',
  'escu',
  'feld',
  'ford',
  'gaard',
  'ier',
  'ini',
  'ius',
  'ley',
  'man',
  'mark',
  'ov',
  'quist',
  'sen',
  'ska',
  'son',
  'stein',
  'ström',
  'ton',
  'wick',
  'worth',
];
export const SURNAMES = SURNAME_PREFIXES.flatMap((begin) => SURNAME_SUFFIXES.map((end) => begin + end));

/** Topics in addition to `chaos` and `waves`, which every generated dataset has. */
export const TOPICS =
  'pattern resonance symmetry growth flocking turbulence tilings knots fractals percolation diffusion optics acoustics automata gravity elasticity crystals networks soap-films randomness harmony projection minimal-surfaces synchrony fluids granular-matter topology curvature probability folding'.split(
    ' ',
  );

/**
 * Templates of sentences. Placeholders: `{a}` adjective, `{n}` and `{m}` nouns, `{v}` gerund, `{p}` place,
 * `{w}` person, `{t}` topic.
 */
export const SENTENCE_TEMPLATES = [
  'A {a} {n} is seen from above, {v} until the {m} it leaves behind is the only thing that keeps still.',
  'In {p}, where the first {n} was measured, the {m} had been known for its sound long before anybody drew it.',
  'Nothing differs between the left and the right of the picture but one number, which decides how {a} the {n} will be.',
  'What {w} noticed is that every {n} has a {m} of its own, and that the two never meet.',
  'The rule is short: whoever finds a {n} {v} may add another, as long as the {m} stays {a}.',
  'From {t} we know that a {a} {n} cannot go on {v} for ever; here one sees why.',
  'Slowed down forty times, the {n} turns out to be {v}, and its edge to be a {m}.',
  'The colour tells how far each {n} has strayed from the {a} {m} with which it began.',
  'It took {w} eleven years in {p} to show that the {n} is {a} only when nobody counts the {m}.',
  'Two of them together make a {m}; three make a {n}, and there it ends.',
  'Halfway through, the {a} {n} gives way, and what had been {v} begins to look like {t}.',
  'Seen once, a {n} is an accident. Seen {v} a thousand times, it is a {m}.',
];

/** Templates of titles, with the placeholders of the sentences and `{W}` for a surname. */
export const TITLE_TEMPLATES = [
  'The {a} {n}',
  '{A} {n}, {a} {m}',
  '{N} and {m}',
  'A {n} in {p}',
  'The {n} of {p}',
  '{V} a {n}',
  '{W}’s {n}',
  'What the {n} knows',
  'A {a} kind of {m}',
  '{N}, {v}',
  'Seven ways of {v} a {n}',
  'On the {m} of a {a} {n}',
  'Between {n} and {m}',
  'How a {n} keeps {v}',
  'The last {n} before {p}',
  'Notes on a {a} {n}',
];

export const ROLES = [
  'Equations',
  'First observation',
  'Proof',
  'Computation and plots',
  'Experiment',
  'Name',
  'Conjecture',
  'Instrument',
];
