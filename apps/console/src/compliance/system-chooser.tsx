import { Checkbox, SearchInput } from '@patternfly/react-core';
import type { SystemRecord } from '@wardstone/dto/compliance';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { COMPLIANCE, allOf, quoted } from '../api/compliance';
import { useFetched } from '../api/hooks';
import { compliancePage } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { Loaded } from '../parts/loaded';
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
  const filter = allOf(
    `os_major_version = ${osMajor}`,
    osMinors && osMinors.length > 0 ? `os_minor_version ^ (${osMinors.join(' ')})` : undefined,
    text.trim() === '' ? undefined : `display_name ~ ${quoted(text.trim())}`,
  );
  const source = `${COMPLIANCE}/systems`;
  const systems = useFetched([source, 'choice', filter], (signal) =>
    compliancePage<SystemRecord>(source, { page: 0, size: SHOWN, query: { filter, sort_by: 'display_name' }, signal }),
  );
  const tick = (id: string, isOn: boolean): void =>
    choose(new Set(isOn ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <>
      <SearchInput
        aria-label={texts.systemsPage.name}
        placeholder={texts.systemsPage.name}
        value={text}
        onChange={(_event, value) => setText(value)}
        onClear={() => setText('')}
      />
      <Loaded query={systems}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyPart title={texts.wizard.noSystems.title(osMajor)}>{texts.wizard.noSystems.body}</EmptyPart>
          ) : (
            <div className="choices" role="group" aria-label={texts.systems}>
              {rows.map(({ id, display_name: name, os_major_version: major, os_minor_version: minor }) => (
                <Checkbox
                  key={id}
                  id={`system-${id}`}
                  label={name}
                  description={texts.os(major, minor)}
                  isChecked={chosen.has(id)}
                  onChange={(_event, isOn) => tick(id, isOn)}
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
