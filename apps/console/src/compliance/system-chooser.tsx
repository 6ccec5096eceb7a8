import type { SystemRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { Chooser } from '../parts/chooser';
import { SearchField } from '../parts/forms';
import { joinByAnd, COMPLIANCE, compliancePage, nameCondition, quote, wholeList } from '../api/compliance';
import { useFetched } from '../api/client';
import { EmptyPart } from '../parts/states';
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
    nameCondition(text.trim() === '' ? undefined : text.trim()),
    group.trim() === '' ? undefined : `group_name = ${quote(group.trim())}`,
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
  return (
    <Chooser
      label={texts.systems}
      query={systems}
      toOption={({ id, display_name: label, os_major_version: major, os_minor_version: minor }) => ({
        id: `system-${id}`,
        label,
        description: texts.os(major, minor),
      })}
      isChosen={({ id }) => chosen.has(id)}
      choose={tick}
      fetchAll={() => wholeList<SystemRecord>(source, { filter })}
      empty={<EmptyPart title={texts.wizard.noSystems.title(osMajor)} body={texts.wizard.noSystems.body} />}
      chosen={texts.wizard.chosen(chosen.size)}
    >
      <SearchField label={texts.systemsPage.name} value={text} change={setText} />
      <SearchField label={texts.systemsPage.group} value={group} change={setGroup} />
    </Chooser>
  );
}
