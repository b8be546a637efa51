import { evaluateSync, parse } from 'groq-js';
import { answerQuery } from '../gateway/content/twin/query.ts';
import { Store } from '../gateway/content/twin/store.ts';
import { readPerspective } from '../gateway/content/twin/perspective.ts';
import type { Document } from '../gateway/content/twin/document.ts';
let s = 7; const rnd = (n: number) => { s = (s * 1103515245 + 12345) % 2147483648; return s % n; };
const docs: Document[] = [];
const base = (id: string, t: string) => ({ _id: id, _type: t, _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' });
const N = 10000, F = N*.4, P = N*.3, A = N*.2, T = N*.05;
const ref = (id: string, k: string) => ({ _type: 'reference', _ref: id, _key: k });
const word = () => ['wave','chaos','order','pattern','flow','light','field','knot','curve','plate'][rnd(10)];
for (let i = 0; i < F; i++) docs.push({ ...base(`film-${i}`, 'film'), title: `${word()} ${word()} ${i}`, slug: { current: `film-${i}` }, year: 1700 + rnd(320), publishedAt: `2026-${String(1 + rnd(12)).padStart(2,'0')}-${String(1+rnd(28)).padStart(2,'0')}T00:00:00Z`, topics: [...Array(1 + rnd(3))].map((_, j) => ref(`topic-${rnd(3) ? rnd(T) : rnd(4)}`, `t${j}`)), credits: [...Array(1 + rnd(4))].map((_, j) => ({ _key: `c${j}`, role: word(), person: ref(`person-${rnd(P)}`, 'p') })), synopsis: [{_type:'block', _key: 'a', children:[{_type:'span',text:'x'}], markDefs: [{_key:'m', _type:'internalLink', reference: {_ref: `person-${rnd(P)}`}}]}] });
for (let i = 0; i < P; i++) docs.push({ ...base(`person-${i}`, 'person'), name: `${word()} ${i}`, slug: { current: `person-${i}` }, born: '1900-01-01' });
for (let i = 0; i < A; i++) docs.push({ ...base(`article-${i}`, 'article'), title: `${word()} ${i}`, slug: { current: `article-${i}` }, authors: [ref(`person-${rnd(P)}`, 'a')], topics: [ref(`topic-${rnd(T)}`, 'a')], films: [ref(`film-${rnd(F)}`, 'f')], body: [{_type:'block', _key:'b', children: [], markDefs:[{_key:'x', _type:'internalLink', reference:{_ref:`film-${rnd(F)}`}}]}, {_type:'film', _key:'f', reference:{_ref:`film-${rnd(F)}`}, }, {_type:'block', _key:'z', children: []}] });
for (let i = 0; i < T; i++) docs.push({ ...base(`topic-${i}`, 'topic'), title: word(), slug: { current: i === 0 ? 'chaos' : i === 1 ? 'waves' : `topic-${i}` } });
const store = new Store(); store.load(docs);
const pub = readPerspective('published', '2025-02-19');
let t0 = performance.now(); const view = store.view(pub); console.log('view', performance.now() - t0);
t0 = performance.now(); view.all(); console.log('all', performance.now() - t0);
const sorted = [...docs].sort((a, b) => a._id < b._id ? -1 : 1);
const byId = new Map(docs.map((d) => [d._id, d]));
const FILM = `{"@type": _type, "@id": _id, "title": title, "topics": topics[defined(@->_id)]{"_": @->{"@id":_id,title}}, "credits": credits[]{"role": role, "person": person->{"@id":_id,name}}}`;
const Q: [string, string, Record<string, unknown>][] = [
 ['film page', `{"q0": *[_type == "film" && slug.current == $q0p0][0]${FILM}}`, { q0p0: 'film-77' }],
 ['ids', `{"q0": *[_id in $q0p0]{"@type": _type, _type == "film" => {title}, _type == "person" => {name}}}`, { q0p0: Array.from({ length: 50 }, (_, i) => i % 2 ? `film-${i * 31}` : `person-${i * 17}`) }],
 ['inverse of 50', `{"q0": *[_id in $ids]{"@id": _id, "films": *[_type == "film" && references(^._id) && ^._id in credits[].person._ref] | order(publishedAt desc, _id asc)[0...$q0p3]${FILM}, "n": count(*[_type == "film" && references(^._id) && ^._id in credits[].person._ref])}}`, { ids: Array.from({ length: 50 }, (_, i) => `person-${i * 7}`), q0p3: 3 }],
 ['list order', `{"q0": *[_type == "film"] | order(title asc, _id asc)[0...51]${FILM}}`, {}],
 ['list topic+year', `{"q0": *[_type == "film" && references(*[_type == "topic" && (slug.current in $v || _id in $v)]._id) && count(topics[_ref in *[_type == "topic" && (slug.current in $v || _id in $v)]._id]) > 0 && year >= $p] | order(title asc, _id asc)[0...51]${FILM}}`, { v: ['chaos', 'topic-3'], p: 1900 }],
 ['list year', `{"q0": *[_type == "film" && year >= $p] | order(title asc, _id asc)[0...51]${FILM}}`, { p: 1900 }],
 ['keyset', `{"q0": *[_type == "film" && (title > $a || (title == $a && _id > $b))] | order(title asc, _id asc)[0...51]${FILM}, "n": count(*[_type == "film"])}`, { a: 'light', b: 'x' }],
 ['match', `{"q0": *[_type == "film" && title match $p] | order(title asc)[0...20]{title}}`, { p: 'cha*' }],
 ['rich text links', `{"q0": *[_type == "article" && slug.current == $s][0]{"refs": *[_id in ^.body[].markDefs[].reference._ref || _id in ^.body[].reference._ref]{"@id": _id, title}}}`, { s: 'article-5' }],
 ['wide', `{"q0": *[_type == "film"] | order(publishedAt desc, _id asc)[0...50]{title, "credits": credits[]{"person": person->{name, "films": *[_type == "film" && references(^._id) && ^._id in credits[].person._ref] | order(publishedAt desc, _id asc)[0...5]{title}}}}}`, {}],
];
const sanity = { projectId: 'twin', dataset: 'production' };
for (const [name, query, params] of Q) {
  const plainTree = parse(query, { params });
  const b = performance.now();
  const plain = JSON.stringify(process.env.PLAIN ? evaluateSync(plainTree, { params, dataset: sorted, dereference: ({ _ref }) => byId.get(_ref) }).data : null);
  const plainMs = performance.now() - b;
  let times: number[] = []; let r; 
  const f = performance.now(); r = answerQuery(view, pub, { query, params }, sanity); const first = performance.now() - f;
  for (let i = 0; i < 100; i++) { const a = performance.now(); r = answerQuery(view, pub, { query, params }, sanity); times.push(performance.now() - a); }
  times.sort((a, b) => a - b);
  console.log(name.padEnd(18), 'first', first.toFixed(1), 'p50', times[50]!.toFixed(2), 'p99', times[98]!.toFixed(2), 'plain', plainMs.toFixed(0), process.env.PLAIN ? (plain === r!.result ? 'same' : 'DIFFERENT') : '', r!.result.length, 'tags', r!.syncTags.length);
}
