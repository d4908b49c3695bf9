type SwitchProps = {
  label: string
  isOn: boolean
  isDisabled?: boolean
  onChange(isOn: boolean): void
}

/** Something that is on or off, and takes effect at once. */
export const Switch = ({ label, isOn, isDisabled = false, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-label={label}
    aria-checked={isOn}
    disabled={isDisabled}
    onClick={() => onChange(!isOn)}
  />
)
