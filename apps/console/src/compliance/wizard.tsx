import { PageSection, Radio, Wizard, WizardStep } from '@patternfly/react-core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { PolicyRecord, ProfileRecord, SecurityGuideRecord, SystemRecord } from '@wardstone/dto/compliance';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { request } from '../api/client';
import { COMPLIANCE, wholeList } from '../api/compliance';
import type { Single } from '../api/compliance';
import { useFetched, useRefresh } from '../api/hooks';
import { EmptyPart } from '../parts/empty-part';
import { ErrorState } from '../parts/error-state';
import { TextRow } from '../parts/form-dialog';
import { Facts } from '../parts/facts';
import { LinkButton } from '../parts/link-button';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { useMay } from '../shell/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { partTexts } from '../texts/parts';
import { readMinors } from './minors';
import { registerMinors, useSupportedMinors } from './profile';
import { SystemChooser } from './system-chooser';

const { wizard: words } = texts;
const GUIDES = `${COMPLIANCE}/security_guides`;

/** What was chosen so far. */
interface Draft {
  guideId: string;
  profileId: string;
  title: string;
  threshold: string;
  objective: string;
  /** Minor versions to register; undefined while those that are registered stay. */
  minors: string | undefined;
  systems: ReadonlySet<string>;
}

/** The records that a draft names, and the lists that they are chosen from. */
interface Choice {
  guides: UseQueryResult<readonly SecurityGuideRecord[]>;
  guide: SecurityGuideRecord | undefined;
  profiles: UseQueryResult<readonly ProfileRecord[]>;
  profile: ProfileRecord | undefined;
  /** Minor versions that the profile supports now; undefined until they are known. */
  registered: readonly number[] | undefined;
  /** Those that were typed; undefined for none, or for what is no list of versions. */
  typed: readonly number[] | undefined;
}

interface StepProps {
  draft: Draft;
  choice: Choice;
  change: (changes: Partial<Draft>) => void;
}

/** From a guide to a policy with systems. */
export function PolicyWizard(): ReactNode {
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<Draft>({
    guideId: search.get('guide') ?? '',
    profileId: search.get('profile') ?? '',
    title: '',
    threshold: '100',
    objective: '',
    minors: undefined,
    systems: new Set(),
  });
  const change = (changes: Partial<Draft>): void => setDraft((current) => ({ ...current, ...changes }));
  const choice = useChoice(draft);
  const { create, isBusy, made, failure } = useCreation(draft, choice);
  const navigate = useNavigate();
  const isReady = { guide: choice.guide !== undefined, ...readinessOf(draft, choice) };
  const step = { draft, choice, change };
  const names = { nextButtonText: words.next, backButtonText: words.back };
  return (
    <>
      <PageHead title={words.title} trail={[{ title: texts.title, to: '/compliance' }]} />
      <PageSection hasBodyWrapper={false} isFilled className="wizard">
        <Wizard
          navAriaLabel={words.steps}
          isVisitRequired
          onClose={() => void navigate('/compliance')}
          onSave={() => void create()}
        >
          <WizardStep id="guide" name={words.guide} footer={{ ...names, isNextDisabled: !isReady.guide }}>
            <GuideStep {...step} />
          </WizardStep>
          <WizardStep
            id="profile"
            name={words.profile}
            isDisabled={!isReady.guide}
            footer={{ ...names, isNextDisabled: !isReady.profile }}
          >
            <ProfileStep {...step} />
          </WizardStep>
          <WizardStep
            id="details"
            name={words.details}
            isDisabled={!isReady.profile}
            footer={{ ...names, isNextDisabled: !isReady.details }}
          >
            <DetailsStep {...step} />
          </WizardStep>
          <WizardStep id="systems" name={words.systems} isDisabled={!isReady.details} footer={names}>
            {choice.guide && (
              <SystemChooser
                osMajor={choice.guide.os_major_version}
                osMinors={minorsOf(choice)}
                chosen={draft.systems}
                choose={(systems) => change({ systems })}
              />
            )}
          </WizardStep>
          <WizardStep
            id="review"
            name={words.review}
            isDisabled={!isReady.details}
            footer={{ ...names, nextButtonText: words.create, isNextDisabled: isBusy }}
          >
            <Review draft={draft} choice={choice} />
            {failure && <ErrorState error={failure} title={made === undefined ? partTexts.refused : words.partly} />}
            {failure && made !== undefined && (
              <LinkButton variant="link" to={`/compliance/policies/${made}`}>
                {words.toPolicy}
              </LinkButton>
            )}
          </WizardStep>
        </Wizard>
      </PageSection>
    </>
  );
}

function useChoice(draft: Draft): Choice {
  const guides = useFetched([GUIDES, 'choice'], (signal) =>
    wholeList<SecurityGuideRecord>(GUIDES, { sort_by: 'title,version:desc' }, signal),
  );
  const profilesPath = profilesOf(draft);
  const profiles = useFetched([profilesPath, 'choice'], (signal) =>
    draft.guideId === '' ? Promise.resolve([]) : wholeList<ProfileRecord>(profilesPath, { sort_by: 'title' }, signal),
  );
  const profile = profiles.data?.find(({ id }) => id === draft.profileId);
  return {
    guides,
    guide: guides.data?.find(({ id }) => id === draft.guideId),
    profiles,
    profile,
    registered: useSupportedMinors(draft.guideId, profile?.ref_id),
    typed: draft.minors === undefined ? undefined : readMinors(draft.minors),
  };
}

const profilesOf = ({ guideId }: Draft): string => `${GUIDES}/${guideId}/profiles`;

const minorsOf = ({ typed, registered }: Choice): readonly number[] => typed ?? registered ?? [];

/** Which steps have what the next ones need. */
function readinessOf(draft: Draft, { profile, typed }: Choice): { profile: boolean; details: boolean } {
  const isChosen = profile !== undefined && (draft.minors === undefined || typed !== undefined);
  return { profile: isChosen, details: isChosen && draft.title.trim() !== '' && draft.threshold.trim() !== '' };
}

/** Makes the policy with all that goes with it; what was done already is not done again after a failure. */
function useCreation(draft: Draft, { typed, registered }: Choice) {
  const [made, setMade] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const create = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (typed && String(typed) !== String(registered)) {
        await registerMinors(`${profilesOf(draft)}/${draft.profileId}`, typed);
      }
      const id = made ?? (await createPolicy(draft));
      setMade(id);
      await assign(id, draft.systems);
      await refresh();
      void navigate(`/compliance/policies/${id}`);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return { create, isBusy, made, failure };
}

function GuideStep({ draft, choice, change }: StepProps): ReactNode {
  return (
    <Loaded query={choice.guides}>
      {(all) => (
        <Choices
          label={words.guide}
          choices={all.map(({ id, title, version, os_major_version: major }) => ({
            id,
            title,
            description: `${texts.version} ${version}, ${texts.osMajor} ${major}`,
          }))}
          chosen={draft.guideId}
          choose={(guideId) => change({ guideId, profileId: '', systems: new Set(), minors: undefined })}
          empty={
            <EmptyPart
              title={words.noGuides.title}
              action={<LinkButton to="/compliance/guides">{texts.sections.guides}</LinkButton>}
            >
              {words.noGuides.body}
            </EmptyPart>
          }
        />
      )}
    </Loaded>
  );
}

function ProfileStep({ draft, choice: { profiles, profile, registered }, change }: StepProps): ReactNode {
  const mayRegister = useMay('compliance:content:write');
  return (
    <>
      <Loaded query={profiles}>
        {(all) => (
          <Choices
            label={words.profile}
            choices={all}
            chosen={draft.profileId}
            choose={(profileId) => change({ profileId, systems: new Set(), minors: undefined })}
            empty={<EmptyPart title={texts.guides.noProfiles.title} />}
          />
        )}
      </Loaded>
      {profile && registered && (
        <div className="wizard-minors">
          {registered.length === 0 && <p>{words.noMinors}</p>}
          {mayRegister ? (
            <TextRow
              label={words.minors}
              value={draft.minors ?? registered.join(', ')}
              change={(text) => change({ minors: text })}
              help={words.minorsHelp}
            />
          ) : (
            <p>
              {words.minors}: {registered.join(', ') || texts.none}
            </p>
          )}
        </div>
      )}
    </>
  );
}

function DetailsStep({ draft, change }: StepProps): ReactNode {
  return (
    <div className="wizard-form">
      <TextRow
        label={words.policyTitle}
        value={draft.title}
        change={(title) => change({ title })}
        help={words.titleHelp}
        isRequired
      />
      <TextRow
        label={texts.threshold}
        value={draft.threshold}
        change={(threshold) => change({ threshold })}
        help={words.thresholdHelp}
        isRequired
      />
      <TextRow label={texts.objective} value={draft.objective} change={(objective) => change({ objective })} />
    </div>
  );
}

function Review({ draft, choice }: { draft: Draft; choice: Choice }): ReactNode {
  const { guide, profile } = choice;
  return (
    <Facts
      facts={[
        [words.policyTitle, draft.title],
        [words.guide, guide && `${guide.title}, ${guide.version}`],
        [words.profile, profile?.title],
        [words.minors, minorsOf(choice).join(', ') || texts.none],
        [texts.threshold, `${draft.threshold} %`],
        [words.systems, draft.systems.size],
      ]}
    />
  );
}

async function createPolicy({ title, profileId, threshold, objective }: Draft): Promise<string> {
  const body = {
    title: title.trim(),
    profile_id: profileId,
    compliance_threshold: threshold.trim(),
    ...(objective.trim() === '' ? {} : { business_objective: objective.trim() }),
  };
  const path = `${COMPLIANCE}/policies`;
  return (await request<Single<PolicyRecord>>(path, { method: 'POST', body })).data.id;
}

async function assign(policyId: string, systems: ReadonlySet<string>): Promise<void> {
  if (systems.size === 0) return;
  const path = `${COMPLIANCE}/policies/${policyId}/systems`;
  await request<Single<SystemRecord[]>>(path, { method: 'POST', body: { ids: [...systems] } });
}

interface ChoicesProps {
  label: string;
  choices: readonly { id: string; title: string; description: string }[];
  chosen: string;
  choose: (id: string) => void;
  empty: ReactNode;
}

function Choices({ label, choices, chosen, choose, empty }: ChoicesProps): ReactNode {
  if (choices.length === 0) return empty;
  return (
    <div role="radiogroup" aria-label={label} className="choices">
      {choices.map(({ id, title, description }) => (
        <Radio
          key={id}
          id={`choice-${id}`}
          name={label}
          label={title}
          description={<span className="clamped">{description}</span>}
          isChecked={id === chosen}
          onChange={() => choose(id)}
        />
      ))}
    </div>
  );
}
