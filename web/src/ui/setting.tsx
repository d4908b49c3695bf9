import type { ReactNode } from 'react'

type GroupProps = { title: string; text?: ReactNode; children: ReactNode }

/** Settings that belong together: what they are about at the left, the settings at the right. */
export const SettingGroup = ({ title, text, children }: GroupProps) => (
  <section className="setting-group">
    <div className="setting-head">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
    </div>
    <div className="setting-rows">{children}</div>
  </section>
)

type RowProps = { title: ReactNode; text?: ReactNode; children?: ReactNode }

/** One setting with its control. */
export const SettingRow = ({ title, text, children }: RowProps) => (
  <div className="setting">
    <div className="grow">
      <div>{title}</div>
      {text && <p className="hint">{text}</p>}
    </div>
    {children}
  </div>
)
