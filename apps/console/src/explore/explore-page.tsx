import { Button, ClipboardCopy, FormSelect, FormSelectOption, ToolbarItem } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { withQuery } from '../api/client';
import { ChartTimeBar, useChartTime } from '../charts/chart-time-bar';
import type { ChartTime } from '../charts/chart-time';
import { useQueryString } from '../parts/filters';
import { ConsolePage } from '../parts/page';
import { EmptyPart } from '../parts/states';
import { exploreTexts as texts } from '../texts/explore';
import { boundText } from '@wardstone/units';
import { autoStep, EXPRESSION, getExpressions, mayAdd, STEP, getStep, STEPS } from './domain/query-address';
import { QueryPanel } from './query-panel';

/** Evaluates PromQL: several queries over one period, all of it in the address. */
export function ExplorePage(): ReactNode {
  const [search, change] = useQueryString();
  const [time, zoom] = useChartTime('1h');
  const expressions = getExpressions(search);
  const step = getStep(search, time);
  // An empty one stays in its place.
  const show = (all: readonly string[]): void => change({ [EXPRESSION]: all.map((each) => each || ' ') });
  const isEmpty = expressions.every((each) => each.trim() === '');
  return (
    <ConsolePage title={texts.title} className="parts-of-page" actions={<ShareLink time={time} />}>
      <ChartTimeBar time={time}>
        <ToolbarItem>
          <FormSelect
            aria-label={texts.step}
            value={search.get(STEP) ?? ''}
            onChange={(_event, value) => change({ [STEP]: value })}
          >
            {STEPS.map((each) => (
              <FormSelectOption
                key={each}
                value={each === 0 ? '' : String(each)}
                label={`${texts.step}: ${each === 0 ? texts.autoStep(stepText(autoStep(time))) : stepText(each)}`}
              />
            ))}
          </FormSelect>
        </ToolbarItem>
      </ChartTimeBar>
      {expressions.map((expression, at) => (
        <QueryPanel
          key={at}
          at={at + 1}
          expression={expression}
          time={time}
          step={step}
          run={(text) => show(expressions.with(at, text))}
          remove={expressions.length > 1 ? () => show(expressions.toSpliced(at, 1)) : undefined}
          zoomed={zoom}
        />
      ))}
      {isEmpty && expressions.length === 1 ? (
        <EmptyPart {...texts.start} />
      ) : (
        <div>
          <Button variant="secondary" isDisabled={!mayAdd(expressions)} onClick={() => show([...expressions, ''])}>
            {texts.add}
          </Button>
        </div>
      )}
    </ConsolePage>
  );
}

function stepText(seconds: number): string {
  return boundText(seconds, { unit: 'SECONDS' });
}

/** Copies an address that shows the same period later, too. */
function ShareLink({ time: { start, end } }: { time: ChartTime }): ReactNode {
  const [search] = useQueryString();
  const [shared, setShared] = useState<{ of: string; link: string; isCopied: boolean }>();
  // A live period moves on meanwhile.
  const of = search.toString();
  const link =
    window.location.origin +
    window.location.pathname +
    withQuery('', {
      [EXPRESSION]: getExpressions(search),
      [STEP]: search.get(STEP) ?? undefined,
      start,
      end,
    });
  const share = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      setShared({ of, link, isCopied: true });
    } catch {
      // Browsers refuse access to the clipboard to pages without TLS.
      setShared({ of, link, isCopied: false });
    }
  };
  return (
    <>
      <Button variant="secondary" onClick={() => void share()}>
        {texts.share}
      </Button>
      <span role="status">
        {shared?.of === of &&
          (shared.isCopied ? (
            texts.shared
          ) : (
            <ClipboardCopy isReadOnly textAriaLabel={texts.link} copyAriaLabel={texts.share}>
              {shared.link}
            </ClipboardCopy>
          ))}
      </span>
    </>
  );
}
