import type { QueryValue } from '../api/client';
import type { Filter } from '../parts/filters';
import { reportTexts } from '../texts/reports';

const { filters: texts } = reportTexts;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const choice = (name: string, label: string, options: Readonly<Record<string, string>>): Filter => ({
  kind: 'choice',
  name,
  label,
  options: Object.entries(options),
});

const DAYS = choice('days', texts.days, texts.spans);

const FILTERS: Readonly<Record<string, readonly Filter[]>> = {
  recentAlerts: [choice('alertPriority', texts.priority, texts.priorities), DAYS],
  recentOperations: [choice('status', texts.status, texts.statuses), DAYS],
  recentDrift: [
    choice('categories', texts.category, texts.categories),
    { kind: 'text', name: 'path', label: texts.path },
    DAYS,
  ],
};

/** Filters of a report. Pure. */
export function getFilters(report: string): readonly Filter[] {
  return FILTERS[report] ?? [];
}

/**
 * Parameters of a report from the console's address. Times are full hours, so that the request stays the same. Pure.
 */
export function toReportParameters(
  report: string,
  search: URLSearchParams,
  now: number,
): Readonly<Record<string, QueryValue>> {
  const names = getFilters(report).map(({ name }) => name);
  const given = Object.fromEntries(
    names.filter((name) => name !== DAYS.name).map((name) => [name, search.get(name) ?? undefined]),
  );
  const days = names.includes(DAYS.name) ? Number(search.get(DAYS.name)) : 0;
  return {
    ...given,
    // The operation has no default for it.
    ...(report === 'recentDrift' ? { categories: given['categories'] ?? Object.keys(texts.categories).join() } : {}),
    ...(days > 0 ? { startTime: Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS } : {}),
  };
}
