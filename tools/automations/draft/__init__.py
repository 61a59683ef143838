"""From arguments as a model or a planner writes them to the rule that they mean. Stores and runs nothing."""
