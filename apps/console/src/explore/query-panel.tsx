import { Button, Flex } from '@patternfly/react-core';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChartTime, TimeRange } from '../charts/chart-time';
import { Part } from '../parts/page';
import { AlertLink } from '../parts/monitoring/alert-link';
import { PromqlField } from '../parts/promql/promql-field';
import { exploreTexts as texts } from '../texts/explore';
import { QueryResult, useQueryResult } from './query-result';

interface QueryPanelProps {
  /** Number of the query, from 1. */
  at: number;
  /** The expression that was run. */
  expression: string;
  time: ChartTime;
  step: number;
  run: (expression: string) => void;
  /** Absent of the only query. */
  remove: (() => void) | undefined;
  zoomed: (range: TimeRange | undefined) => void;
}

/** One query: its expression, and its result. */
export function QueryPanel({ at, expression, time, step, run, remove, zoomed }: QueryPanelProps): ReactNode {
  const [text, setText] = useState(expression);
  const [shown, setShown] = useState(expression);
  const [started, setStarted] = useState(expression);
  if (shown !== expression) {
    setShown(expression);
    // Going back, or another link. What was started here may arrive after more has been typed.
    if (started !== expression) setText(expression);
    setStarted(expression);
  }
  const query = useQueryResult({ expression, range: time, step });
  const start = (typed: string): void => {
    setStarted(typed);
    if (typed === expression) void query.refetch();
    else run(typed);
  };
  const { data, error } = query;
  const judged = useMemo(() => {
    const errors = error ? [{ severity: 'error' as const, text: error.message }] : [];
    return { expression, notes: [...errors, ...(data?.notes ?? [])] };
  }, [expression, data, error]);
  return (
    <Part title={texts.queryTitle(at)} className="query">
      <PromqlField
        label={texts.queryOf(at)}
        value={text}
        change={setText}
        run={start}
        help={texts.help}
        judged={judged}
      />
      <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
        <Button aria-label={texts.runOf(at)} isDisabled={text.trim() === ''} onClick={() => start(text)}>
          {texts.run}
        </Button>
        {expression.trim() !== '' && <AlertLink name={texts.name(at)} expression={expression.trim()} />}
        {remove && (
          <Button variant="link" aria-label={texts.removeOf(at)} onClick={remove}>
            {texts.remove}
          </Button>
        )}
      </Flex>
      <div className="query-result">
        {expression.trim() !== '' && <QueryResult query={query} at={at} time={time} step={step} zoomed={zoomed} />}
      </div>
    </Part>
  );
}
