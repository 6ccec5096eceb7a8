import { Button, Flex } from '@patternfly/react-core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { NumberedPage } from '@wardstone/client';
import type { ReactNode } from 'react';
import { useAction } from '../api/client';
import { partTexts } from '../texts/parts';
import { Tick } from './forms';
import { ErrorState, Loaded } from './states';

interface ChooserProps<T> {
  /** Name of the list. */
  label: string;
  /** The first page of the rows that match the search. */
  query: UseQueryResult<NumberedPage<T>>;
  /** Title of the error if they could not be loaded. */
  failed?: string;
  toOption: (row: T) => { id: string; label: string; description?: string };
  isChosen: (row: T) => boolean;
  choose: (rows: readonly T[], isOn: boolean) => void;
  /** All rows that match, for choosing them at once. */
  fetchAll?: () => Promise<readonly T[]>;
  empty: ReactNode;
  /** Says which rows are chosen, including those that do not match. */
  chosen: ReactNode;
  /** Search fields. */
  children: ReactNode;
}

/** Rows with checkboxes; a search finds those beyond the first page. */
export function Chooser<T>(props: ChooserProps<T>): ReactNode {
  const { label, query, failed, toOption, isChosen, choose, fetchAll, empty, chosen, children } = props;
  return (
    <>
      <Flex>{children}</Flex>
      <Loaded query={query} {...(failed === undefined ? {} : { failed })}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            empty
          ) : (
            <div className="choices" role="group" aria-label={label}>
              {fetchAll && <ChooseAll total={total} choose={async (isOn) => choose(await fetchAll(), isOn)} />}
              {total > rows.length && <p>{partTexts.chooser.first(rows.length, total)}</p>}
              {rows.map((row) => {
                const { id, ...texts } = toOption(row);
                return <Tick key={id} id={id} {...texts} isOn={isChosen(row)} change={(isOn) => choose([row], isOn)} />;
              })}
            </div>
          )
        }
      </Loaded>
      <p>{chosen}</p>
    </>
  );
}

function ChooseAll({ total, choose }: { total: number; choose: (isOn: boolean) => Promise<void> }): ReactNode {
  const { run, isBusy, error } = useAction(choose);
  return (
    <>
      <Flex columnGap={{ default: 'columnGapMd' }}>
        <Button variant="link" isInline isDisabled={isBusy} onClick={() => run(true)}>
          {partTexts.selection.chooseAll(total)}
        </Button>
        <Button variant="link" isInline isDisabled={isBusy} onClick={() => run(false)}>
          {partTexts.chooser.selectNone(total)}
        </Button>
      </Flex>
      {error && <ErrorState error={error} />}
    </>
  );
}
