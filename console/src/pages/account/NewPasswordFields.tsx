import { useWords } from "../../i18n/language";
import { Field, TextInput } from "../../ui/Field";

interface Props {
  password: string;
  again: string;
  errors: { next?: string; again?: string };
  onChange: (password: string, again: string) => void;
}

/** A new password, twice. */
export function NewPasswordFields({ password, again, errors, onChange }: Props) {
  const t = useWords();
  return (
    <>
      <Field label={t.people.password.next} hint={t.people.password.hint} error={errors.next}>
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            name="new-password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => onChange(event.target.value, again)}
          />
        )}
      </Field>
      <Field label={t.people.password.again} error={errors.again}>
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            name="new-password-again"
            autoComplete="new-password"
            value={again}
            onChange={(event) => onChange(password, event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
