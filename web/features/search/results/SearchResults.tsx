import type { SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import type { ChangeSearch } from '../state/useSearchState.ts';
import { HitGroups } from './HitGroups.tsx';
import { HitList } from './hits/HitList.tsx';
import { MomentList } from './MomentList.tsx';

interface SearchResultsProps {
  /** The search that was answered, which while the next answer is on its way is the one before. */
  state: SearchState;
  found: SearchPageQuery;
  onChange: ChangeSearch;
}

/** What was found: of every kind the best, or of one kind all. */
export const SearchResults = ({ state, found, onChange }: SearchResultsProps) => {
  const more = (pages: number) => onChange({ pages }, `pages of ${state.scope}`);
  if (state.scope === 'MOMENT') return <MomentList state={state} found={found} onMore={more} />;
  if (state.scope) return <HitList state={state} found={found} onMore={more} />;
  return <HitGroups state={state} found={found} />;
};
