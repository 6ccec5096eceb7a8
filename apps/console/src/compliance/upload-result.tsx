import type { ChecklistImportRecord, SystemRecord, TestResultRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { ChoiceField } from '../parts/forms';
import { COMPLIANCE, wholeList } from '../api/compliance';
import { useFetched } from '../api/client';
import { uploadTexts as texts } from '../texts/uploads';
import { UploadDialog } from './upload-dialog';
import { getScore, scoreText } from '../parts/verdict';

interface UploadResultProps {
  /** Offers only systems of this policy. */
  policyId?: string;
  /** Initially selected system. */
  systemId?: string;
  close: () => void;
}

/** Uploads the result of a scanner for a system. */
export function UploadResult({ policyId, systemId, close }: UploadResultProps): ReactNode {
  const [chosen, setChosen] = useState(systemId ?? '');
  return (
    <UploadDialog<TestResultRecord>
      title={texts.resultTitle}
      help={texts.resultHelp}
      accept=".xml,.json,.dat,.gz,.bz2"
      path={chosen === '' ? undefined : `${COMPLIANCE}/systems/${chosen}/test_results`}
      describe={(result) => {
        const score = getScore(result);
        return score === null
          ? texts.resultNotApplicable
          : texts.resultDone(scoreText(score), result.failed_rule_count);
      }}
      close={close}
    >
      {policyId !== undefined && <SystemChoice policyId={policyId} chosen={chosen} choose={setChosen} />}
    </UploadDialog>
  );
}

/** Uploads a checklist that people filled in for a system. */
export function UploadChecklist(props: { policyId: string; systemId: string; close: () => void }): ReactNode {
  const { policyId, systemId, close } = props;
  return (
    <UploadDialog<ChecklistImportRecord>
      title={texts.checklistTitle}
      help={texts.checklistHelp}
      accept=".cklb,.ckl,.xml,.gz"
      path={`${COMPLIANCE}/reports/${policyId}/systems/${systemId}/checklist`}
      describe={({ matched_rule_count: rules, requested_review_count: reviews, unknown_rule_count: unknown }) =>
        texts.checklistDone(rules, reviews, unknown)
      }
      close={close}
    />
  );
}

function SystemChoice(props: { policyId: string; chosen: string; choose: (id: string) => void }): ReactNode {
  const { policyId, chosen, choose } = props;
  const path = `${COMPLIANCE}/policies/${policyId}/systems`;
  const { data: systems = [] } = useFetched([path, 'all'], (signal) =>
    wholeList<SystemRecord>(path, { sort_by: 'display_name' }, signal),
  );
  return (
    <ChoiceField
      id="upload-system"
      label={texts.system}
      value={chosen}
      options={[['', texts.chooseSystem], ...systems.map(({ id, display_name: name }) => [id, name] as const)]}
      change={choose}
      isRequired
    />
  );
}
