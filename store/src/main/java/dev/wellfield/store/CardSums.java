package dev.wellfield.store;

import dev.wellfield.core.metering.CardTotal;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.PlanType;
import java.math.BigDecimal;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Card time summed up. Its facts are no longer than an hour each and no more than one a card and hour for each holder, so that
 * they are their own roll-up; what lies across the end of a window is cut there.
 */
public final class CardSums {
    private final Handle handle;

    CardSums(Handle handle) {
        this.handle = handle;
    }

    /** What sums are kept apart by, besides the piece of time. */
    public enum Group {
        TENANT("tenant", "tenant, null as workload, null as card_model, null as plan"),
        MODEL("card_model", "null as tenant, null as workload, card_model, null as plan"),
        WORKLOAD("tenant, workload", "tenant, workload, null as card_model, null as plan"),
        /** Each workload by the card model and the plan that it had at the time. */
        PLAN("tenant, workload, card_model, plan", "tenant, workload, card_model, plan");

        private final String by;
        private final String columns;

        Group(String by, String columns) {
            this.by = by;
            this.columns = columns;
        }
    }

    /**
     * One sum. What it isn't kept apart by is null.
     *
     * @param piece the place of its piece of time in the list that was asked for
     * @param milliCardMicros thousandths of cards times microseconds
     * @param mibMicros device memory held, MiB times microseconds
     * @param permilleMicros compute held, thousandths of a card times microseconds
     */
    public record Sum(
            int piece,
            @Nullable String tenant,
            @Nullable String workload,
            @Nullable String cardModel,
            @Nullable PlanType plan,
            BigDecimal milliCardMicros,
            BigDecimal mibMicros,
            BigDecimal permilleMicros,
            boolean simulated) {}

    /**
     * Sums of each of {@code pieces}, in order of time and then of names.
     *
     * @param pieces that follow each other without a gap
     * @param most no more than so many come back
     */
    public List<Sum> sums(Visible visible, @Nullable String tenant, List<TimeWindow> pieces, Group group, int most) {
        if (pieces.isEmpty()) {
            return List.of();
        }
        Object[] starts = pieces.stream().map(TimeWindow::from).toArray();
        Object[] ends = pieces.stream().map(TimeWindow::to).toArray();
        return handle.createQuery("select piece, " + group.columns + """
                        , sum(cards_milli * micros) as cards, sum(memory_mib * micros) as memory,
                          sum(compute_permille * micros) as compute, bool_or(simulated) as simulated
                        from (
                            select piece - 1 as piece, tenant, workload, card_model, plan, simulated, cards_milli,
                                   coalesce(memory_mib, 0) as memory_mib, coalesce(compute_permille, 0) as compute_permille,
                                   (extract(epoch from least(to_at, ends[piece])) - extract(epoch from greatest(from_at, starts[piece])))
                                       * 1000000 as micros
                            from (select cast(:starts as timestamptz[]) as starts, cast(:ends as timestamptz[]) as ends) asked
                            join card_fact on from_at < :to and to_at > :from
                            left join allocation_share using (allocation_id, card)
                            cross join lateral generate_series(
                                greatest(width_bucket(from_at, starts), 1),
                                width_bucket(least(to_at, :to) - interval '1 microsecond', starts)) piece
                            where true""" + UsageFacts.tenants(visible, tenant)
                        + ") held group by piece, " + group.by
                        + " order by piece, tenant, workload, card_model, plan limit :most")
                .bind("starts", Column.array("timestamptz", starts))
                .bind("ends", Column.array("timestamptz", ends))
                .bind("from", pieces.getFirst().from())
                .bind("to", pieces.getLast().to())
                .bind("most", most)
                .bindMap(UsageFacts.bindings(visible, tenant))
                .map((rows, context) -> new Sum(
                        rows.getInt("piece"),
                        rows.getString("tenant"),
                        rows.getString("workload"),
                        rows.getString("card_model"),
                        rows.getString("plan") == null ? null : PlanType.valueOf(rows.getString("plan")),
                        rows.getBigDecimal("cards"),
                        rows.getBigDecimal("memory"),
                        rows.getBigDecimal("compute"),
                        rows.getBoolean("simulated")))
                .list();
    }

    /** What a tenant is charged for. */
    public List<CardTotal> totals(String tenant, TimeWindow window) {
        return handle.createQuery("""
                        select plan, card_model, node, card, count(*) as facts, bool_or(cards_milli <> 1000) as shared,
                               bool_or(inferred) as inferred, bool_or(simulated) as simulated,
                               sum(cards_milli * 1000000 * (extract(epoch from least(to_at, :to))
                                   - extract(epoch from greatest(from_at, :from)))) as held
                        from card_fact where tenant = :tenant and from_at < :to and to_at > :from
                        group by plan, card_model, node, card""")
                .bind("tenant", tenant)
                .bind("from", window.from())
                .bind("to", window.to())
                .map((rows, context) -> new CardTotal(
                        PlanType.valueOf(rows.getString("plan")),
                        rows.getString("card_model"),
                        rows.getString("node"),
                        rows.getInt("card"),
                        rows.getLong("facts"),
                        rows.getBigDecimal("held").longValueExact(),
                        rows.getBoolean("shared"),
                        rows.getBoolean("inferred"),
                        rows.getBoolean("simulated")))
                .list();
    }
}
