import type { Request } from 'express';

type Target = Pick<Request, 'originalUrl'>;

/** Everything behind the first `?`, exactly as received. */
export function queryStringOf({ originalUrl }: Target): string {
  const mark = originalUrl.indexOf('?');
  return mark < 0 ? '' : originalUrl.slice(mark + 1);
}

/** The path as received, without the query. */
export function pathOf({ originalUrl }: Target): string {
  return originalUrl.split('?', 1)[0]!;
}

/** A percent-decoded path segment. */
export function parentIdOf({ params }: Pick<Request, 'params'>, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw new TypeError(`the route has no parameter ${name}`);
  return value;
}
