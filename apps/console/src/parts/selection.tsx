import { Button } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { partTexts } from '../texts/parts';
import type { Selection } from './list';

const texts = partTexts.selection;

interface Selectable {
  /** Rows of the page that can be selected. */
  keys: readonly string[];
  /** Number of rows on all pages; undefined if unknown but more than this page. */
  total: number | undefined;
  /** Filters and page; a change clears the selection. */
  scope: string;
}

export interface RowSelection extends Selection {
  /** Whether all matching rows are selected, including those on other pages. */
  isAll: boolean;
  /** Undefined unless the whole page is selected and there are other pages. */
  chooseAll: (() => void) | undefined;
  total: number | undefined;
  clear: () => void;
}

interface Chosen {
  scope: string;
  keys: ReadonlySet<string>;
  isAll: boolean;
}

/** Selection of a list: some rows of a page, or all that match. */
export function useSelection({ keys, total, scope }: Selectable): RowSelection {
  const [chosen, choose] = useState<Chosen>({ scope, keys: new Set(), isAll: false });
  const isCurrent = chosen.scope === scope;
  const isAll = isCurrent && chosen.isAll;
  const selected = isAll ? new Set(keys) : isCurrent ? chosen.keys : new Set<string>();
  const isPage = keys.length > 0 && keys.every((key) => selected.has(key));
  return {
    selected,
    // Deselecting a row ends the selection of all.
    select: (next) => choose({ scope, keys: next, isAll: false }),
    isSelectable: (key) => keys.includes(key),
    isAll,
    chooseAll:
      isPage && !isAll && (total ?? Infinity) > keys.length
        ? () => choose({ scope, keys: selected, isAll: true })
        : undefined,
    total,
    clear: () => choose({ scope, keys: new Set(), isAll: false }),
  };
}

/** Actions for the selection, and the button that selects all matching rows. */
export function SelectionBar({ selection, children }: { selection: RowSelection; children: ReactNode }): ReactNode {
  const { isAll, chooseAll, total, clear } = selection;
  return (
    <div className="bulk-bar">
      {children}
      {chooseAll && (
        <Button variant="link" isInline onClick={chooseAll}>
          {texts.chooseAll(total)}
        </Button>
      )}
      {isAll && (
        <>
          <span>{texts.all(total)}</span>{' '}
          <Button variant="link" isInline onClick={clear}>
            {texts.clear}
          </Button>
        </>
      )}
    </div>
  );
}
