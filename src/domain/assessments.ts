/** What an assessor's roll says of a parcel for a tax year, and which roll; USD, null where it is unknown. */
export interface Assessment {
  tax_year: number;
  land_value: number | null;
  improvement_value: number | null;
  total_assessed_value: number | null;
  source: string | null;
  source_date: string | null;
}

type Assessed = Omit<Assessment, 'tax_year'> & { tax_year: number | null };

/** The rolls of the years that are known, the latest first: the current one, and of the kept ones those of other years. */
export function assessmentsOf(current: Assessed, kept: readonly Assessment[] = []): Assessment[] {
  const { tax_year, land_value, improvement_value, total_assessed_value, source, source_date } = current;
  const own =
    tax_year === null
      ? []
      : [{ tax_year, land_value, improvement_value, total_assessed_value, source, source_date }];
  return [...own, ...kept.filter((one) => one.tax_year !== tax_year)].sort((a, b) => b.tax_year - a.tax_year);
}
