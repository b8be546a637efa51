import { Suspense } from 'react';
import { lazyWithFallback } from '../ui/loading/lazyWithFallback.tsx';
import type { DataError } from './dataErrors.ts';

interface ErrorNoticeProps {
  errors: readonly DataError[];
}

// Few responses have errors, so pages load without it.
const ErrorList = lazyWithFallback(
  () => import('./ErrorList.tsx').then(({ ErrorList }) => ErrorList),
  () => null,
);

/** Lists the errors of a page that has partial data. Renders nothing without errors. */
export const ErrorNotice = ({ errors }: ErrorNoticeProps) =>
  errors.length > 0 && (
    <Suspense>
      <ErrorList errors={errors} />
    </Suspense>
  );
