import { Button } from '@patternfly/react-core';
import type { Row } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { useGet } from '../api/client';
import { type OfResource, pagesFrom } from '../api/monitoring';
import { column, List } from '../parts/list';
import { EmptyPart, Loaded } from '../parts/states';
import { Time } from '../parts/values';
import { inventoryTexts } from '../texts/inventory';

const SOURCE = '/rest/resource/{id}/drift';

type Change = Row<typeof SOURCE>;

const texts = inventoryTexts.files;

/** Changes of watched files, with their line differences if the owner of the host permits it. */
export function FileChanges({ resource: { resourceId } }: OfResource): ReactNode {
  const [chosen, choose] = useState<Change>();
  return (
    <div className="parts-of-page">
      {chosen && <Difference resourceId={resourceId} change={chosen} close={() => choose(undefined)} />}
      <List<Change>
        label={texts.title}
        source={`/rest/resource/${resourceId}/drift`}
        filters={[{ kind: 'text', name: 'q', label: texts.pathPart }]}
        fetchPage={pagesFrom(SOURCE, ['q'], { path: { id: resourceId } })}
        keyOf={({ id }) => String(id)}
        columns={[
          column('time', texts.time, ({ time }) => <Time at={time} />),
          column('path', texts.path, (change) =>
            change.hasText ? (
              <Button variant="link" isInline onClick={() => choose(change)}>
                {change.path}
              </Button>
            ) : (
              change.path
            ),
          ),
          column('category', texts.change, ({ category }) => (
            <span className="whole">{texts.categories[category]}</span>
          )),
          column('mode', texts.mode, ({ mode }) => <span className="whole">{modeText(mode)}</span>),
          column('owner', texts.owner, ({ owner }) => owner),
          column('definition', texts.definition, ({ definition }) => definition),
        ]}
        empty={<EmptyPart {...texts.empty} />}
      />
    </div>
  );
}

/** Octal, as `chmod` takes it. */
function modeText(mode: number | null): string {
  return mode === null ? '' : (mode & 0o7777).toString(8).padStart(4, '0');
}

interface DifferenceProps {
  resourceId: number;
  change: Change;
  close: () => void;
}

function Difference({ resourceId, change, close }: DifferenceProps): ReactNode {
  const query = useGet(`${SOURCE}/{change}/difference`, { path: { id: resourceId, change: change.id } });
  return (
    <section aria-label={texts.difference(change.path)} aria-live="polite">
      <div className="part-head">
        <h2>{texts.difference(change.path)}</h2>
        <Button variant="link" onClick={close}>
          {texts.close}
        </Button>
      </div>
      <p>
        {texts.categories[change.category]} <Time at={change.time} />
      </p>
      <Loaded query={query} lines={4}>
        {({ before, after, difference }) => (
          <>
            {before === null && change.category !== 'FILE_ADDED' && <p className="text small">{texts.noBefore}</p>}
            {after === null && change.category !== 'FILE_REMOVED' && <p className="text small">{texts.noAfter}</p>}
            <DifferenceLines difference={difference} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Each line keeps its sign, because colour alone must not tell it apart. */
export function DifferenceLines({ difference }: { difference: string }): ReactNode {
  return (
    // A scrolling region must be reachable by keyboard.
    <pre className="difference" tabIndex={0} role="region" aria-label={texts.lines}>
      {difference
        .split('\n')
        .slice(0, -1)
        .map((line, at) => (
          <span key={at} className={toClassName(line)}>{`${line}\n`}</span>
        ))}
    </pre>
  );
}

function toClassName(line: string): string | undefined {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith('@@') ? 'place' : undefined;
}
