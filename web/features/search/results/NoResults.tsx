import type { ApolloClient } from '@apollo/client';
import { Link } from 'react-router';
import { warm } from '../../../apollo/preloadQuery.ts';
import { hrefOf, NOTHING_SOUGHT, type SearchState } from '../state/searchState.ts';
import { NothingFoundDocument, type NothingFoundQuery, useNothingFoundQuery } from './NoResults.generated.ts';
import styles from './NoResults.module.css';
import { waysOutVariables } from './queryRelaxation.ts';

/** Looks for the ways out before the page is made. */
export const warmNothingFound = async (client: ApolloClient, state: SearchState): Promise<void> => {
  await warm(client, NothingFoundDocument, waysOutVariables(state));
};

interface NothingFoundProps {
  state: SearchState;
  /** The search service was away: only what begins with the words as they were typed could be found. */
  byWords: boolean;
}

/** The ways out when nothing was found: only such as lead somewhere, with how far. */
export const NothingFound = ({ state, byWords }: NothingFoundProps) => {
  const variables = waysOutVariables(state);
  const { data, dataState, previousData } = useNothingFoundQuery({ variables });
  const found = dataState === 'complete' ? data : previousData;
  const ways = waysOf(state, found);
  const near = (found?.near?.queries ?? []).filter(({ text }) => text !== state.query);
  const topics = found?.begin?.facets.find(({ key }) => key === 'TOPICS')?.values ?? [];
  return (
    <div className={styles.none}>
      <p className={styles.why}>{whyNothing(variables.narrowed, byWords)}</p>
      {ways.length > 0 && (
        <ul className={styles.ways}>
          {ways.map(({ words, to, count }) => (
            <li key={to}>
              <Link to={to}>{words}</Link> <span>{count}</span>
            </li>
          ))}
        </ul>
      )}
      {near.length > 0 && (
        <p>
          Did you mean{' '}
          {near.map(({ text }, at) => (
            <span key={text}>
              {at > 0 && (at === near.length - 1 ? ' or ' : ', ')}
              <Link to={hrefOf({ ...NOTHING_SOUGHT, query: text })}>{text}</Link>
            </span>
          ))}
          ?
        </p>
      )}
      <section>
        <h2>{ways.length + near.length > 0 ? 'Or wander' : 'Wander instead'}</h2>
        <ul className={styles.topics}>
          {topics.map(({ value, label }) => (
            <li key={value}>
              <Link to={`/topics/${encodeURIComponent(value)}`}>{label}</Link>
            </li>
          ))}
          <li>
            <Link to="/films">All films</Link>
          </li>
        </ul>
      </section>
    </div>
  );
};

const whyNothing = (narrowed: boolean, byWords: boolean): string => {
  if (narrowed) return 'Nothing fits all of that.';
  return byWords
    ? 'Nothing has words that begin like that, letter for letter.'
    : 'No film, no article, nobody is called that, or says it.';
};

interface Way {
  words: string;
  to: string;
  count: number;
}

const waysOf = (state: SearchState, found: NothingFoundQuery | undefined): Way[] => {
  const { first, second, third } = waysOutVariables(state);
  const alone = [
    { word: first, count: found?.byFirst?.totalCount },
    { word: second, count: found?.bySecond?.totalCount },
    { word: third, count: found?.byThird?.totalCount },
  ];
  const whole = {
    words: 'The same words in everything',
    query: state.query,
    count: found?.whole?.totalCount,
  };
  return [
    whole,
    ...alone.map(({ word, count }) => ({ words: `Only “${word}”`, query: word, count })),
  ].flatMap(({ words, query, count }) =>
    count && query !== undefined ? [{ words, to: hrefOf({ ...NOTHING_SOUGHT, query }), count }] : [],
  );
};
