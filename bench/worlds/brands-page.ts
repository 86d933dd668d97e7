const metric = (value: number) => ({ value, prev_value: value - 0.37, unit: '%' })

/** A page of 20 brands as the analytics service answers it. */
export const brandsPage = (pagination: { readonly page_size: number; readonly total: number }) => ({
  data: Array.from({ length: 20 }, (_unused, index) => ({
    brand: `Brand ${index}`,
    total_mentions: metric(100 + index),
    visibility_score: metric(43.21 - index),
    presence_rate: metric(55.1 - index),
    presence_rate_total: metric(400),
    presence_rate_occurrences: metric(230),
    avg_ranking: metric(2.4 + index / 10),
    is_my_brand: index === 3,
  })),
  pagination: { page: 1, ...pagination },
})
