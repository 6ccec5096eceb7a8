import { FormGroup } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useGet } from '../api/client';
import { Help, Tick } from '../parts/forms';
import { Loaded } from '../parts/states';
import { administrationTexts as texts } from '../texts/administration';

interface RoleBoxesProps {
  chosen: readonly string[];
  choose: (roles: readonly string[]) => void;
  help?: string;
}

/** Checkboxes for roles, each with its purpose. */
export function RoleBoxes({ chosen, choose, help }: RoleBoxesProps): ReactNode {
  const query = useGet('/auth/roles', {}, { staleTime: Infinity });
  return (
    <FormGroup role="group" label={texts.rolesOf} fieldId="roles" isStack>
      <Loaded query={query}>
        {({ roles }) =>
          roles.map(({ name, description }) => (
            <Tick
              key={name}
              id={`role-${name}`}
              label={name}
              description={description}
              isOn={chosen.includes(name)}
              change={(isOn) => choose(isOn ? [...chosen, name] : chosen.filter((each) => each !== name))}
            />
          ))
        }
      </Loaded>
      {help !== undefined && <Help>{help}</Help>}
    </FormGroup>
  );
}
