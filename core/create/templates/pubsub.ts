import { evenLines, type Page } from "../page";
import { chart, legendOf, percentilePlots, pinnedFilter, queryOf, type Series, scorecard } from "../parts";

const BY_TOPIC = "resource.label.topic_id";
const BY_SUBSCRIPTION = "resource.label.subscription_id";

function series(name: string, aligner: string, reducer: string): Series {
  const resource = `pubsub_${name.slice(0, name.indexOf("/"))}`;
  return { metric: `pubsub.googleapis.com/${name}`, resource, aligner, reducer };
}

function grouped(title: string, axis: string, one: Series) {
  const by = one.resource === "pubsub_topic" ? BY_TOPIC : BY_SUBSCRIPTION;
  return chart(title, axis, [{ query: queryOf({ ...one, by: [by] }), legend: legendOf(by)! }]);
}

const oldest = series("subscription/oldest_unacked_message_age", "ALIGN_MAX", "REDUCE_MAX");
const backlog = series("subscription/num_undelivered_messages", "ALIGN_MEAN", "REDUCE_SUM");
const deadLetters = series("subscription/dead_letter_message_count", "ALIGN_RATE", "REDUCE_SUM");
const published = series("topic/send_request_count", "ALIGN_RATE", "REDUCE_SUM");

/** Topics and subscriptions of Pub/Sub: what is published, how far subscribers are behind, what they give back. */
export const pubsub: Page = {
  title: "Pub/Sub topics and subscriptions",
  filters: [pinnedFilter("subscription_id"), pinnedFilter("topic_id")],
  top: [
    [
      scorecard("Oldest unacknowledged message", queryOf(oldest), 300, 3600),
      scorecard("Undelivered messages", queryOf(backlog)),
      scorecard("Publish requests", queryOf(published)),
      scorecard("Dead-lettered messages", queryOf(deadLetters)),
    ],
  ],
  sections: [
    {
      title: "Backlog",
      lines: evenLines([
        grouped("Oldest unacknowledged message by subscription", "Age", oldest),
        grouped("Undelivered messages by subscription", "Messages", backlog),
        grouped(
          "Backlog by subscription",
          "Bytes",
          series("subscription/backlog_bytes", "ALIGN_MEAN", "REDUCE_SUM"),
        ),
      ]),
    },
    {
      title: "Topics",
      lines: evenLines([
        grouped("Publish requests by topic", "Requests per second", published),
        chart("Publish requests by response class", "Requests per second", [
          {
            query: queryOf({ ...published, by: ["metric.label.response_class"] }),
            plotType: "STACKED_AREA",
            legend: legendOf("metric.label.response_class")!,
          },
        ]),
        chart(
          "Publish latency",
          "Latency",
          percentilePlots(
            { metric: "pubsub.googleapis.com/topic/send_request_latencies", resource: "pubsub_topic" },
            "ALIGN_DELTA",
          ),
        ),
      ]),
    },
    {
      title: "Subscriptions",
      lines: evenLines([
        grouped(
          "Acknowledged messages by subscription",
          "Messages per second",
          series("subscription/ack_message_count", "ALIGN_RATE", "REDUCE_SUM"),
        ),
        grouped(
          "Expired acknowledgment deadlines by subscription",
          "Deadlines per second",
          series("subscription/expired_ack_deadlines_count", "ALIGN_RATE", "REDUCE_SUM"),
        ),
        grouped("Dead-lettered messages by subscription", "Messages per second", deadLetters),
        chart(
          "Time to acknowledge",
          "Latency",
          percentilePlots(
            { metric: "pubsub.googleapis.com/subscription/ack_latencies", resource: "pubsub_subscription" },
            "ALIGN_DELTA",
          ),
        ),
        grouped(
          "Push requests by subscription",
          "Requests per second",
          series("subscription/push_request_count", "ALIGN_RATE", "REDUCE_SUM"),
        ),
        chart(
          "Push latency",
          "Latency",
          percentilePlots(
            {
              metric: "pubsub.googleapis.com/subscription/push_request_latencies",
              resource: "pubsub_subscription",
            },
            "ALIGN_DELTA",
          ),
        ),
      ]),
    },
  ],
};
