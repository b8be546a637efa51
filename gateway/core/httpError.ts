import { GraphQLError } from 'graphql';
import type { Figures, HttpErrorCode } from './errorBody.ts';

/** An error that decides the HTTP status of the whole response. */
export class HttpError extends GraphQLError {
  readonly status: number;
  readonly headers: readonly [name: string, value: string][];
  constructor(
    status: number,
    code: HttpErrorCode,
    message: string,
    headers: readonly [name: string, value: string][] = [],
    figures: Figures = {},
  ) {
    super(message, { extensions: { code, ...figures, http: { status, headers: new Map(headers) } } });
    this.status = status;
    this.headers = headers;
  }
}
