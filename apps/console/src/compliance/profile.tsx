import { Button, Flex } from '@patternfly/react-core';
import type { ProfileRecord, SecurityGuideRecord, SupportedProfileRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { request, useApi, useFetched, useRefresh } from '../api/client';
import { joinByAnd, COMPLIANCE, compliancePage, type Single } from '../api/compliance';
import { ConfirmDialog, FormDialog, TextField } from '../parts/forms';
import { ConsolePage, LinkButton } from '../parts/page';
import { Loaded } from '../parts/states';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { unwrapLines } from './flowing';
import { readMinors, excludeMinors } from './minors';
import { RulesList } from './rules-list';

/** A profile of a guide: its rules and its minor versions. */
export function Profile(): ReactNode {
  const { guideId = '', profileId = '' } = useParams();
  const guide = `${COMPLIANCE}/security_guides/${encodeURIComponent(guideId)}`;
  const path = `${guide}/profiles/${encodeURIComponent(profileId)}`;
  const query = useApi<Single<ProfileRecord>>(path);
  const guideTitle = useApi<Single<SecurityGuideRecord>>(guide).data?.data.title;
  const profile = query.data?.data;
  const [isChanging, setChanging] = useState(false);
  const mayChange = useMay('compliance:content:write');
  const mayCreate = useMay('compliance:policy:create');
  const supported = useSupportedMinors(guideId, profile?.ref_id);
  return (
    <ConsolePage
      title={profile?.title ?? texts.profile}
      trail={[
        { title: texts.sections.guides, to: '/compliance/guides' },
        { title: guideTitle ?? texts.guide, to: `/compliance/guides/${guideId}` },
      ]}
      actions={
        mayCreate &&
        profile && (
          <LinkButton to={`/compliance/policies/new?guide=${guideId}&profile=${profile.id}`}>
            {texts.guides.policyOf}
          </LinkButton>
        )
      }
    >
      <Loaded query={query}>
        {({ data }) => (
          <>
            <p className="text long">{unwrapLines(data.description)}</p>
            <Flex alignItems={{ default: 'alignItemsCenter' }}>
              <span>
                {texts.wizard.minors}: {supported === undefined ? '…' : supported.join(', ') || texts.none}
              </span>
              {mayChange && supported && (
                <Button variant="link" isInline onClick={() => setChanging(true)}>
                  {texts.guides.changeMinors}
                </Button>
              )}
            </Flex>
            <RulesList source={`${path}/rules`} guideId={guideId} />
          </>
        )}
      </Loaded>
      {isChanging && supported && <ChangeMinors path={path} minors={supported} close={() => setChanging(false)} />}
    </ConsolePage>
  );
}

/** Minor versions that the profile family supports; undefined while they are loading. */
export function useSupportedMinors(guideId: string, refId: string | undefined): readonly number[] | undefined {
  const source = `${COMPLIANCE}/security_guides/supported_profiles`;
  const { data } = useFetched([source, guideId, refId], async (signal) => {
    if (refId === undefined) return undefined;
    const guide = await request<Single<{ os_major_version: number }>>(
      `${COMPLIANCE}/security_guides/${encodeURIComponent(guideId)}`,
      { signal },
    );
    const filter = joinByAnd(`ref_id = "${refId}"`, `os_major_version = ${guide.data.os_major_version}`);
    const { rows } = await compliancePage<SupportedProfileRecord>(source, {
      page: 0,
      size: 1,
      query: { filter },
      signal,
    });
    return rows[0]?.os_minor_versions.toSorted((a, b) => a - b) ?? [];
  });
  return data;
}

/** Registers exactly these minor versions for a profile. */
export function registerMinors(profilePath: string, minors: readonly number[]): Promise<unknown> {
  const body = { os_minor_versions: minors };
  return request(`${profilePath}/os_minor_versions`, { method: 'PUT', body });
}

interface ChangeMinorsProps {
  path: string;
  minors: readonly number[];
  close: () => void;
}

/** Edits the list, then asks for confirmation of its effect on existing policies. */
function ChangeMinors({ path, minors, close }: ChangeMinorsProps): ReactNode {
  const [text, setText] = useState(minors.join(', '));
  const [chosenMinors, setChosenMinors] = useState<readonly number[]>();
  const refresh = useRefresh();
  const read = readMinors(text);
  const isChanged = read !== undefined && read.join() !== minors.join();
  if (chosenMinors) {
    const register = async (): Promise<void> => {
      await registerMinors(path, chosenMinors);
      await refresh();
    };
    const [added, removed] = [excludeMinors(chosenMinors, minors), excludeMinors(minors, chosenMinors)];
    return (
      <ConfirmDialog
        title={texts.guides.minorsConfirm}
        action={texts.guides.minorsRegister}
        isDanger={removed.length > 0}
        confirm={register}
        close={close}
      >
        {added.length > 0 && <p>{texts.guides.minorsAdded(added)}</p>}
        {removed.length > 0 && <p>{texts.guides.minorsRemoved(removed)}</p>}
        <p>{texts.guides.minorsScope}</p>
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      title={texts.guides.minorsTitle}
      action={texts.guides.minorsReview}
      isReady={isChanged}
      submit={() => Promise.resolve(read ?? [])}
      submitted={setChosenMinors}
      close={close}
    >
      <TextField label={texts.wizard.minors} value={text} change={setText} help={texts.wizard.minorsHelp} />
    </FormDialog>
  );
}
