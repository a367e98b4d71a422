import { ChevronLeft, ChevronRight } from "lucide-react";
import { monthAfter } from "../i18n/months";
import { useWords } from "../i18n/language";
import { Button } from "./Button";
import styles from "./MonthPicker.module.css";
import { Select } from "./Select";

/** As many months back as can be picked from the list; the arrow goes further. */
const LISTED = 13;

/** A month up to the one that is going on. */
export function MonthPicker({
  month,
  current,
  onChange,
}: {
  month: string;
  current: string;
  onChange: (month: string) => void;
}) {
  const t = useWords();
  const listed = Array.from({ length: LISTED }, (_, back) => monthAfter(current, -back));
  const months = listed.includes(month) ? listed : [...listed, month];
  return (
    <div className={styles.picker}>
      <Button
        look="quiet"
        icon={<ChevronLeft size={16} />}
        aria-label={t.frame.monthBefore}
        title={t.frame.monthBefore}
        onClick={() => onChange(monthAfter(month, -1))}
      />
      <Select
        label={t.frame.month}
        value={month}
        onChange={onChange}
        options={months.map((each) => ({ value: each, label: each }))}
      />
      <Button
        look="quiet"
        icon={<ChevronRight size={16} />}
        aria-label={t.frame.monthAfter}
        title={t.frame.monthAfter}
        disabled={month >= current}
        onClick={() => onChange(monthAfter(month, 1))}
      />
    </div>
  );
}
