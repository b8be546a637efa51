import { openHouse } from './house.ts';
import { readFileSync } from 'node:fs';
const house = await openHouse();
try {
  for (const [name, variables] of [['search', { query: 'attractor' }], ['search', { query: 'lorenz butterfly', filter: { topics: { in: ['chaos'] } } }], ['film', { slug: process.argv[2] ?? 'lorenz-attractor' }]] as const) {
    await house.forget();
    const answer = await house.ask(readFileSync(`/work/shared/operations/${name}.graphql`, 'utf8'), variables);
    const requests = await house.requests();
    console.log(name, variables, answer.status, Object.fromEntries(Object.entries(requests).map(([k, v]) => [k, v.map(({ path, ms }) => `${path} ${ms}`)])), JSON.stringify(answer.errors)?.slice(0, 500));
    console.log(JSON.stringify(name === 'film' ? answer.data.film?.related : answer.data, null, 1).slice(0, 6000));
  }
} finally { await house.close(); }
