import { Button, Flex } from '@patternfly/react-core';
import type { SystemRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { SearchField, Tick } from '../parts/forms';
import { allOf, COMPLIANCE, compliancePage, named, quoted, wholeList } from '../api/compliance';
import { useAction, useFetched } from '../api/client';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { complianceTexts as texts } from '../texts/compliance';

const SHOWN = 100;

interface SystemChooserProps {
  osMajor: number;
  /** Only these minor versions, when they are known. */
  osMinors?: readonly number[];
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
}

/** Systems of a major version to tick; a search finds those that the list has no room for. */
export function SystemChooser({ osMajor, osMinors, chosen, choose }: SystemChooserProps): ReactNode {
  const [text, setText] = useState('');
  const [group, setGroup] = useState('');
  const filter = allOf(
    `os_major_version = ${osMajor}`,
    osMinors && osMinors.length > 0 ? `os_minor_version ^ (${osMinors.join(' ')})` : undefined,
    named(text.trim() === '' ? undefined : text.trim()),
    group.trim() === '' ? undefined : `group_name = ${quoted(group.trim())}`,
  );
  const source = `${COMPLIANCE}/systems`;
  const systems = useFetched([source, 'choice', filter], (signal) =>
    compliancePage<SystemRecord>(source, { page: 0, size: SHOWN, query: { filter, sort_by: 'display_name' }, signal }),
  );
  const tick = (id: string, isOn: boolean): void =>
    choose(new Set(isOn ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  const matching = async (): Promise<readonly string[]> =>
    (await wholeList<{ id: string }>(source, { filter, ids_only: 'true' })).map(({ id }) => id);
  const selecting = useAction(async (isOn: boolean) => {
    const ids = await matching();
    choose(new Set(isOn ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))));
  });
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
              {rows.map(({ id, display_name: name, os_major_version: major, os_minor_version: minor }) => (
                <Tick
                  key={id}
                  id={`system-${id}`}
                  label={name}
                  description={texts.os(major, minor)}
                  isOn={chosen.has(id)}
                  change={(isOn) => tick(id, isOn)}
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
