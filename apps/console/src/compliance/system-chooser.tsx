import { Button, Flex } from '@patternfly/react-core';
import type { SystemRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { SearchField, Tick } from '../parts/forms';
import { joinByAnd, COMPLIANCE, compliancePage, named, quoted, wholeList } from '../api/compliance';
import { useAction, useFetched } from '../api/client';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { complianceTexts as texts } from '../texts/compliance';

const SHOWN = 100;

/** Ids of systems with their OS minor versions, if known. */
export type ChosenSystems = ReadonlyMap<string, number | undefined>;

interface SystemChooserProps {
  osMajor: number;
  /** Offers only these minor versions; undefined for all. */
  osMinors?: readonly number[] | undefined;
  chosen: ChosenSystems;
  choose: (systems: ChosenSystems) => void;
}

/** Systems of a major version with checkboxes; a search finds those beyond the listed ones. */
export function SystemChooser({ osMajor, osMinors, chosen, choose }: SystemChooserProps): ReactNode {
  const [text, setText] = useState('');
  const [group, setGroup] = useState('');
  const filter = joinByAnd(
    `os_major_version = ${osMajor}`,
    osMinors && `os_minor_version ^ (${osMinors.join(' ')})`,
    named(text.trim() === '' ? undefined : text.trim()),
    group.trim() === '' ? undefined : `group_name = ${quoted(group.trim())}`,
  );
  const source = `${COMPLIANCE}/systems`;
  const systems = useFetched([source, 'choice', filter], (signal) =>
    compliancePage<SystemRecord>(source, { page: 0, size: SHOWN, query: { filter, sort_by: 'display_name' }, signal }),
  );
  const tick = (rows: readonly SystemRecord[], isOn: boolean): void => {
    const next = new Map(chosen);
    for (const { id, os_minor_version: minor } of rows) {
      if (isOn) next.set(id, minor);
      else next.delete(id);
    }
    choose(next);
  };
  const selecting = useAction(async (isOn: boolean) => tick(await wholeList<SystemRecord>(source, { filter }), isOn));
  return (
    <>
      <Flex>
        <SearchField label={texts.systemsPage.name} value={text} change={setText} />
        <SearchField label={texts.systemsPage.group} value={group} change={setGroup} />
      </Flex>
      <Loaded query={systems}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyPart title={texts.wizard.noSystems.title(osMajor)} body={texts.wizard.noSystems.body} />
          ) : (
            <div className="choices" role="group" aria-label={texts.systems}>
              <Flex columnGap={{ default: 'columnGapMd' }}>
                <Button variant="link" isInline isDisabled={selecting.isBusy} onClick={() => selecting.run(true)}>
                  {texts.systemsPage.selectAll(total)}
                </Button>
                <Button variant="link" isInline isDisabled={selecting.isBusy} onClick={() => selecting.run(false)}>
                  {texts.systemsPage.selectNone(total)}
                </Button>
              </Flex>
              {total > rows.length && <p>{texts.systemsPage.first(rows.length, total)}</p>}
              {selecting.error && <ErrorState error={selecting.error} />}
              {rows.map((row) => (
                <Tick
                  key={row.id}
                  id={`system-${row.id}`}
                  label={row.display_name}
                  description={texts.os(row.os_major_version, row.os_minor_version)}
                  isOn={chosen.has(row.id)}
                  change={(isOn) => tick([row], isOn)}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      <p>{texts.wizard.chosen(chosen.size)}</p>
    </>
  );
}
