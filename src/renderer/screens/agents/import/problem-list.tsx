import { CircleX, TriangleAlert } from 'lucide-react'
import type { TemplateProblemView } from '../../../../shared/contract/templates.ts'
import { VisibleText } from '../../../components/visible-text.tsx'

/** What keeps a template out, and what is good to know: a sentence, its place, its code. */
export function ProblemList({ problems }: { problems: readonly TemplateProblemView[] }) {
  return (
    <ul className="problems">
      {problems.map(({ code, severity, message, path }) => {
        const Icon = severity === 'error' ? CircleX : TriangleAlert
        return (
          <li key={`${code} ${path} ${message}`} className="check" data-tone={severity === 'error' ? 'danger' : 'warn'}>
            <Icon className="icon" aria-hidden />
            <div>
              <VisibleText text={message} />
              <div className="note">
                {path && (
                  <>
                    <code>
                      <VisibleText text={path} />
                    </code>{' '}
                  </>
                )}
                <code>{code}</code>
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
