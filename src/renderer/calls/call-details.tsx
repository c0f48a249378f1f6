import type { CallView } from '../../shared/contract/calls.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { JsonCode } from '../components/json-code.tsx'
import { Tabs } from '../components/tabs.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { ArgumentDiff } from './argument-diff.tsx'
import { DecisionReceipt } from './decision-receipt.tsx'
import { HiddenKey } from './hidden-key.tsx'
import { Picture } from './picture.tsx'
import { spawnedTasks } from './spawned-tasks.ts'
import { TextResult } from './text-result.tsx'

/** What an opened call shows. */
export function CallDetails({ call }: { call: CallView }) {
  const t = useText()
  return (
    <div className="call-body">
      <Tabs
        label={call.display_name}
        defaultValue={call.result ? 'result' : 'arguments'}
        tabs={[
          { value: 'result', label: t('call.result'), content: <Result call={call} /> },
          { value: 'arguments', label: t('call.arguments'), content: <Arguments call={call} /> },
          { value: 'raw', label: t('call.raw'), content: <Raw call={call} /> },
        ]}
      />
    </div>
  )
}

function Result({ call }: { call: CallView }) {
  const t = useText()
  if (!call.result) {
    return <p className="note">{t(call.finished_at ? 'call.no_result' : 'call.no_result_yet')}</p>
  }
  const { content, data, media = [] } = call.result
  return (
    <div className="stack">
      {media.map(medium => (
        <Picture key={medium.position} callId={call.id} medium={medium} />
      ))}
      <HiddenKey call={call} />
      {content && <TextResult text={content} label={t('call.told_model')} />}
      {data !== null && data !== undefined && <JsonCode value={data} label={t('call.data')} />}
      {spawnedTasks(data).map(id => (
        <a key={id} href={`#/chats/${id}`}>
          {t('call.open_chat')}
        </a>
      ))}
    </div>
  )
}

function Arguments({ call }: { call: CallView }) {
  const t = useText()
  return (
    <div className="stack">
      {call.original_arguments !== null ? (
        <ArgumentDiff
          before={call.original_arguments}
          after={call.arguments}
          approved={call.decision?.verdict === 'approve'}
        />
      ) : (
        <JsonCode value={call.arguments} label={t('call.arguments')} />
      )}
      {call.coerced.length > 0 && (
        <p className="note">
          <VisibleText text={t('call.coerced', { paths: call.coerced.join(', ') })} />
        </p>
      )}
      <DecisionReceipt call={call} />
    </div>
  )
}

function Raw({ call }: { call: CallView }) {
  const t = useText()
  const raw = {
    id: call.id,
    tool: call.tool_name,
    operation: call.operation,
    arguments: call.arguments,
    args_sha256: call.args_sha256,
    revision: call.revision,
    result: call.result,
  }
  return (
    <div className="stack">
      <JsonCode value={raw} label={t('call.raw')} />
      <div className="row">
        <CopyButton text={JSON.stringify(raw, null, 2)} label={t('common.copy')} />
      </div>
    </div>
  )
}
